import type { Component } from '../html/component.ts'
import { Accordion, AccordionGroup } from './blocks/accordion.tsx'
import { Banner } from './blocks/banner.tsx'
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './blocks/callout.tsx'
import { Card } from './blocks/card.tsx'
import { Column, Columns } from './blocks/columns.tsx'
import { Expandable, ParamField, ResponseField } from './blocks/field.tsx'
import { Frame } from './blocks/frame.tsx'
import { GitHubRepo } from './blocks/github-repo.tsx'
import { Panel } from './blocks/panel.tsx'
import { Prompt } from './blocks/prompt.tsx'
import { Step, Steps } from './blocks/steps.tsx'
import { Tab, Tabs } from './blocks/tabs.tsx'
import { Tile } from './blocks/tile.tsx'
import { Tree, TreeFile, TreeFolder } from './blocks/tree-view.tsx'
import { Update } from './blocks/update.tsx'
import { View } from './blocks/view.tsx'
import { Visibility } from './blocks/visibility.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { CodeGroup, RequestExample, ResponseExample } from './code/code-group.tsx'
import { Mermaid } from './code/mermaid.tsx'
import { Badge } from './inline/badge.tsx'
import { Color, ColorItem, ColorRow } from './inline/color.tsx'
import { Icon } from './inline/icon.tsx'
import { Latex, MathNode } from './inline/latex.tsx'
import { Tooltip } from './inline/tooltip.tsx'

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
    FileTree: Tree,
    Frame,
    'GitHub.Repo': GitHubRepo,
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
