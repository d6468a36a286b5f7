import type { PropValue } from '../page/tree.ts'
import type { ComponentProps } from './component.ts'
import { readText } from './read-props.ts'

/** One entry of a changelog: when and what beside the text, linkable by its label. */
export function Update({ node, drawing }: ComponentProps) {
  const label = readText(node, 'label') ?? readText(node, 'date') ?? ''
  const id = readText(node, 'id') ?? drawing.context.id(label || 'update')
  return (
    <section class="update" id={id} aria-label={label || undefined}>
      <div class="update-head">
        <a class="update-label" href={`#${encodeURIComponent(id)}`}>
          {drawing.value(node.props.label ?? node.props.date)}
        </a>
        {readText(node, 'description') && <p class="update-text">{drawing.value(node.props.description)}</p>}
        {tagsOf(node.props.tags).map((tag) => (
          <span class="badge badge-sm badge-gray">{tag}</span>
        ))}
      </div>
      <div class="update-body">{drawing.children(node.children)}</div>
    </section>
  )
}

function tagsOf(tags: PropValue): string[] {
  if (typeof tags === 'string') return [tags]
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}
