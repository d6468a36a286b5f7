import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'

/** A card that is mostly a picture: what it links to stands in a frame above its name. */
export function Tile({ node, drawing }: ComponentProps) {
  const href = readText(node, 'href')
  const title = drawing.value(node.props.title)
  return (
    <div class="tile">
      <div class="tile-picture">{drawing.children(node.children)}</div>
      <p class="tile-title">
        {href ? (
          <a class="card-link" href={drawing.context.resolveLink(href, node.at)}>
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      {readText(node, 'description') && <p class="tile-text">{drawing.value(node.props.description)}</p>}
    </div>
  )
}
