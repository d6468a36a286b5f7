import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { childrenNamed, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

export interface TabPart {
  title: string
  icon: HtmlEscapedString | Promise<HtmlEscapedString>
  body: HtmlEscapedString | Promise<HtmlEscapedString>
  id?: string
}

export function Tabs({ node, renderer }: ComponentProps) {
  const tabs = childrenNamed(node, 'Tab').map((tab) => partOf(tab, renderer))
  const isSynced = node.props.sync !== false && node.props.sync !== 'false'
  return <TabSet parts={tabs} name="tabs" isSynced={isSynced} renderer={renderer} />
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

/**
 * Radio buttons carry the state, so that tabs work without script and with the arrow keys. Each button, label and
 * panel follow one another in the source (and in print); flex order lines the labels up above the panels.
 */
export function TabSet(props: {
  parts: TabPart[]
  name: string
  isSynced: boolean
  renderer: Renderer
  class?: string
}) {
  const { parts, name, isSynced, renderer } = props
  if (parts.length === 0) return raw('')
  const group = renderer.context.id(name)
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

export function partOf(node: ElementNode, renderer: Renderer): TabPart {
  const title = readText(node, 'title') ?? readText(node, 'value') ?? node.name
  const id = readText(node, 'id') ?? renderer.context.id(title)
  return { title, id, icon: renderIcon(node, renderer), body: renderer.children(node.children) }
}
