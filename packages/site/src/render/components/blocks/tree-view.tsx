import { raw } from 'hono/html'
import type { ComponentProps, Drawing } from '../../html/component.ts'
import { childrenNamed, readFlag, readText } from '../../html/read-props.ts'

/** A folder listing, as nested lists whose folders fold. */
export function Tree({ node, drawing }: ComponentProps) {
  return (
    <div class="tree">
      <ul>{drawing.children(childrenNamed(node, 'Tree.File', 'Tree.Folder'))}</ul>
    </div>
  )
}

export function TreeFile({ node, drawing }: ComponentProps) {
  return (
    <li>
      <span class={readFlag(node, 'highlight') ? 'tree-file tree-marked' : 'tree-file'}>
        {drawSign('file', drawing)}
        {readText(node, 'name')}
        {readText(node, 'comment') && <span class="tree-comment">{readText(node, 'comment')}</span>}
      </span>
    </li>
  )
}

export function TreeFolder({ node, drawing }: ComponentProps) {
  const isOpen = readFlag(node, 'defaultOpen') || node.props.openable === false
  return (
    <li>
      <details open={isOpen}>
        <summary class={readFlag(node, 'highlight') ? 'tree-folder tree-marked' : 'tree-folder'}>
          {drawSign('folder', drawing)}
          {readText(node, 'name')}
        </summary>
        <ul>{drawing.children(childrenNamed(node, 'Tree.File', 'Tree.Folder'))}</ul>
      </details>
    </li>
  )
}

function drawSign(name: string, drawing: Drawing) {
  return raw(drawing.context.icon(name, { library: 'lucide' }) ?? '')
}
