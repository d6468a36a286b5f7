import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'

/** A card that is mostly a picture: what it links to stands in a frame above its name. */
export function Tile({ node, renderer }: ComponentProps) {
  const href = readText(node, 'href')
  const title = renderer.value(node.props.title)
  return (
    <div class="tile">
      <div class="tile-picture">{renderer.children(node.children)}</div>
      <p class="tile-title">
        {href ? (
          <a class="card-link" href={renderer.context.resolveLink(href, node.at)}>
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      {readText(node, 'description') && <p class="tile-text">{renderer.value(node.props.description)}</p>}
    </div>
  )
}
