import { raw } from 'hono/html'
import type { PropObject, PropValue, TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'
import type { NotedUpdate } from '../../html/render-context.ts'

/** One entry of a changelog: when and what beside the text, linkable by its label. */
export function Update({ node, renderer }: ComponentProps) {
  const label = readText(node, 'label') ?? readText(node, 'date') ?? ''
  const id = readText(node, 'id') ?? renderer.context.id(label || 'update')
  const description = readText(node, 'description')
  const tags = tagsOf(node.props.tags)
  const html = renderer.text(node.children)
  renderer.context.noteUpdate({ id, label, description, tags, html, ...feedWords(node.props.rss) })
  return (
    <section
      class="update"
      id={id}
      aria-label={label || undefined}
      data-bindery-tags={tags.length > 0 ? JSON.stringify(tags) : undefined}
    >
      <div class="update-head">
        <a class="update-label" href={`#${encodeURIComponent(id)}`}>
          {renderer.value(node.props.label ?? node.props.date)}
        </a>
        {description && <p class="update-text">{renderer.value(node.props.description)}</p>}
        {tags.map((tag) => (
          <span class="badge badge-sm badge-gray">{tag}</span>
        ))}
      </div>
      <div class="update-body">{raw(html)}</div>
    </section>
  )
}

/**
 * What stands before the first of a page's updates: a box for each of their tags. It is shown where there is script; the
 * reader's choice is in the address, `?tags=a,b`.
 */
export function renderUpdateFilter(nodes: readonly TreeNode[], renderer: Renderer): string {
  const updates = nodes.filter((node) => node.kind === 'element' && node.name === 'Update')
  const tags = new Set(updates.flatMap((node) => (node.kind === 'element' ? tagsOf(node.props.tags) : [])))
  if (tags.size === 0) return ''
  const filter = (
    <fieldset class="update-filter" hidden>
      <legend class="visually-hidden">{renderer.context.words.filterByTag}</legend>
      {[...tags].map((tag) => (
        <label class="update-tag">
          <input type="checkbox" value={tag} />
          {tag}
        </label>
      ))}
    </fieldset>
  )
  return filter.toString() as string
}

/** `rss={{ title, description }}`: what a feed says in place of the label and of what needs a page to be rendered on. */
function feedWords(value: PropValue): Pick<NotedUpdate, 'title' | 'summary'> {
  const words = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PropObject) : {}
  return { title: textIn(words.title), summary: textIn(words.description) }
}

function textIn(value: PropValue): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function tagsOf(tags: PropValue): string[] {
  if (typeof tags === 'string') return [tags]
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}
