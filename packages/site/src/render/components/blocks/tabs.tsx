import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Drawing } from '../../html/component.ts'
import { drawIcon } from '../../html/draw-icon.tsx'
import { childrenNamed, readText } from '../../html/read-props.ts'

export interface TabPart {
  title: string
  icon: HtmlEscapedString | Promise<HtmlEscapedString>
  body: HtmlEscapedString | Promise<HtmlEscapedString>
  id?: string
}

export function Tabs({ node, drawing }: ComponentProps) {
  const tabs = childrenNamed(node, 'Tab').map((tab) => partOf(tab, drawing))
  const isSynced = node.props.sync !== false && node.props.sync !== 'false'
  return <TabSet parts={tabs} name="tabs" isSynced={isSynced} drawing={drawing} />
}

/** A tab that stands alone is a titled section. */
export function Tab({ node, drawing }: ComponentProps) {
  return (
    <section class="tab-alone">
      <p class="tab-alone-title">{drawing.value(node.props.title)}</p>
      {drawing.children(node.children)}
    </section>
  )
}

/**
 * Radio buttons carry the state, so that tabs work without script and with the arrow keys. Each button, label and
 * panel follow one another in the source (and in print); flex order lines the labels up above the panels.
 */
export function TabSet(props: { parts: TabPart[]; name: string; isSynced: boolean; drawing: Drawing; class?: string }) {
  const { parts, name, isSynced, drawing } = props
  if (parts.length === 0) return raw('')
  const group = drawing.context.id(name)
  return (
    <div class={`tabs ${props.class ?? ''}`.trim()} data-sync={isSynced ? '' : undefined}>
      {parts.map((part, index) => {
        const radio = `${group}-${index + 1}`
        return (
          <>
            <input class="tab-radio" type="radio" name={group} id={radio} value={part.title} checked={index === 0} />
            <label class="tab-label" for={radio}>
              {part.icon}
              {part.title}
            </label>
            <div class="tab-panel" id={part.id}>
              {part.body}
            </div>
          </>
        )
      })}
    </div>
  )
}

export function partOf(node: ElementNode, drawing: Drawing): TabPart {
  const title = readText(node, 'title') ?? readText(node, 'value') ?? node.name
  const id = readText(node, 'id') ?? drawing.context.id(title)
  return { title, id, icon: drawIcon(node, drawing), body: drawing.children(node.children) }
}
