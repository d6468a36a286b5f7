import { raw } from 'hono/html'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { childrenNamed, readFlag, readText } from '../../html/read-props.ts'

/** A folder listing, as nested lists whose folders fold. */
export function Tree({ node, renderer }: ComponentProps) {
  return (
    <div class="tree">
      <ul>{renderer.children(childrenNamed(node, 'Tree.File', 'Tree.Folder'))}</ul>
    </div>
  )
}

export function TreeFile({ node, renderer }: ComponentProps) {
  return (
    <li>
      <span class={readFlag(node, 'highlight') ? 'tree-file tree-marked' : 'tree-file'}>
        {renderSign('file', renderer)}
        {readText(node, 'name')}
        {readText(node, 'comment') && <span class="tree-comment">{readText(node, 'comment')}</span>}
      </span>
    </li>
  )
}

export function TreeFolder({ node, renderer }: ComponentProps) {
  const isOpen = readFlag(node, 'defaultOpen') || node.props.openable === false
  return (
    <li>
      <details open={isOpen}>
        <summary class={readFlag(node, 'highlight') ? 'tree-folder tree-marked' : 'tree-folder'}>
          {renderSign('folder', renderer)}
          {readText(node, 'name')}
        </summary>
        <ul>{renderer.children(childrenNamed(node, 'Tree.File', 'Tree.Folder'))}</ul>
      </details>
    </li>
  )
}

function renderSign(name: string, renderer: Renderer) {
  return raw(renderer.context.icon(name, { library: 'lucide' }) ?? '')
}
