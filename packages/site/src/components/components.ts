import { Accordion, AccordionGroup } from './accordion.tsx'
import { Badge } from './badge.tsx'
import { Banner } from './banner.tsx'
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout.tsx'
import { Card } from './card.tsx'
import { CodeBlock } from './code-block.tsx'
import { CodeGroup, RequestExample, ResponseExample } from './code-group.tsx'
import { Color, ColorItem, ColorRow } from './color.tsx'
import { Column, Columns } from './columns.tsx'
import type { Component } from './component.ts'
import { Expandable, ParamField, ResponseField } from './field.tsx'
import { Frame } from './frame.tsx'
import { Icon } from './icon.tsx'
import { Latex, MathNode } from './latex.tsx'
import { Mermaid } from './mermaid.tsx'
import { Panel } from './panel.tsx'
import { Prompt } from './prompt.tsx'
import { Step, Steps } from './steps.tsx'
import { Tab, Tabs } from './tabs.tsx'
import { Tile } from './tile.tsx'
import { Tooltip } from './tooltip.tsx'
import { Tree, TreeFile, TreeFolder } from './tree-view.tsx'
import { Update } from './update.tsx'
import { View } from './view.tsx'
import { Visibility } from './visibility.tsx'

/** Every component that a page may use without importing it, by the name that the page writes. */
export const components: ReadonlyMap<string, Component> = new Map(
  Object.entries({
    Accordion,
    AccordionGroup,
    Badge,
    Banner,
    Callout,
    Card,
    CardGroup: Columns,
    Check,
    CodeBlock,
    CodeGroup,
    Color,
    'Color.Item': ColorItem,
    'Color.Row': ColorRow,
    Column,
    Columns,
    Danger,
    Expandable,
    Frame,
    Icon,
    Info,
    Latex,
    Math: MathNode,
    Mermaid,
    Note,
    Panel,
    ParamField,
    Prompt,
    RequestExample,
    ResponseExample,
    ResponseField,
    Step,
    Steps,
    Tab,
    Tabs,
    Tile,
    Tip,
    Tooltip,
    Tree,
    'Tree.File': TreeFile,
    'Tree.Folder': TreeFolder,
    Update,
    View,
    Visibility,
    Warning,
  }),
)
