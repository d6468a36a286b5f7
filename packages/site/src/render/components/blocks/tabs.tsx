import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { childrenNamed, readFlag, readNumber, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { reportProps } from '../props/report-props.ts'

export interface TabPart {
  title: string
  icon: HtmlEscapedString | Promise<HtmlEscapedString>
  body: HtmlEscapedString | Promise<HtmlEscapedString>
  id?: string
}

export function Tabs({ node, renderer }: ComponentProps) {
  const tabs = childrenNamed(node, 'Tab').map((tab) => partOf(tab, renderer))
  const isSynced = node.props.sync !== false && node.props.sync !== 'false'
  const chosen = Math.floor(readNumber(node, 'defaultTabIndex') ?? 0)
  const style = readFlag(node, 'borderBottom') ? 'tabs-ended' : undefined
  return <TabSet parts={tabs} name="tabs" isSynced={isSynced} renderer={renderer} chosen={chosen} class={style} />
}

/** A tab that stands alone is a titled section. */
export function Tab({ node, renderer }: ComponentProps) {
  return (
    <section class="tab-alone">
      <p class="tab-alone-title">{renderer.value(node.props.title)}</p>
      {renderer.children(node.children)}
    </section>
  )
}

/** So many tabs have a rule that shows them, see components.css; a longer set is unrolled, as on paper. */
const mostTabs = 30

/**
 * Radio buttons carry the state, so that tabs work without script and with the arrow keys. They stand in their labels, in
 * one line that scrolls; a rule for each place shows the panel that belongs to it.
 */
export function TabSet(props: {
  parts: TabPart[]
  name: string
  isSynced: boolean
  renderer: Renderer
  /** The place of the one that is shown first. */
  chosen?: number
  class?: string | undefined
  /** With script, a menu takes the place of the tabs. */
  menu?: boolean
}) {
  const { parts, name, isSynced, renderer, menu } = props
  if (parts.length === 0) return raw('')
  const group = renderer.context.id(name)
  const chosen = parts[props.chosen ?? 0] ?? parts[0]
  const classes = ['tabs', props.class, menu && 'tabs-menu', parts.length > mostTabs && 'tabs-unrolled']
  return (
    <div class={classes.filter(Boolean).join(' ')} data-bindery-sync={isSynced ? '' : undefined}>
      <div class="tab-list">
        {parts.map((part, index) => (
          <label class="tab-label">
            <input
              class="tab-radio"
              type="radio"
              name={group}
              id={`${group}-${index + 1}`}
              value={part.title}
              checked={part === chosen}
            />
            {part.icon}
            {part.title}
          </label>
        ))}
      </div>
      {menu && <TabMenu parts={parts} chosen={chosen} renderer={renderer} />}
      {parts.map((part) => (
        <div class="tab-panel" id={part.id} data-title={part.title}>
          {part.body}
        </div>
      ))}
    </div>
  )
}

function TabMenu({ parts, chosen, renderer }: { parts: TabPart[]; chosen: TabPart | undefined; renderer: Renderer }) {
  return (
    <select class="tab-select" aria-label={renderer.context.words.language}>
      {parts.map((part) => (
        <option selected={part === chosen}>{part.title}</option>
      ))}
    </select>
  )
}

export function partOf(node: ElementNode, renderer: Renderer): TabPart {
  reportProps(node, renderer.context)
  const title = readText(node, 'title') ?? readText(node, 'value') ?? node.name
  const id = readText(node, 'id') ?? renderer.context.id(title)
  return { title, id, icon: renderIcon(node, renderer), body: renderer.children(node.children) }
}
