import { raw } from 'hono/html'
import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import { textOf } from '../../../page/text-of.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { childrenNamed, readFlag, readText } from '../../html/read-props.ts'

/** A folder listing, as nested lists whose folders fold: of files and folders, or of a Markdown list that names them. */
export function Tree({ node, renderer }: ComponentProps) {
  const entries = entriesOf(node)
  if (entries.length === 0) return <div class="tree">{renderer.children(node.children)}</div>
  return (
    <div class="tree">
      <ul>{renderer.children(entries)}</ul>
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
  const isMarked = readFlag(node, 'highlight')
  const classes = isMarked ? 'tree-folder tree-marked' : 'tree-folder'
  const isFixed = node.props.openable === false || node.props.openable === 'false'
  const name = (
    <>
      {renderSign('folder', renderer)}
      {readText(node, 'name')}
    </>
  )
  const entries = <ul>{renderer.children(entriesOf(node))}</ul>
  return (
    <li class={isMarked ? 'tree-tinted' : undefined}>
      {isFixed ? (
        <>
          <span class={`${classes} tree-fixed`}>{name}</span>
          {entries}
        </>
      ) : (
        <details open={readFlag(node, 'defaultOpen')}>
          <summary class={classes}>{name}</summary>
          {entries}
        </details>
      )}
    </li>
  )
}

function entriesOf(node: ElementNode): ElementNode[] {
  return [...childrenNamed(node, 'Tree.File', 'Tree.Folder'), ...childrenNamed(node, 'ul').flatMap(entriesOfList)]
}

function entriesOfList(list: ElementNode): ElementNode[] {
  return childrenNamed(list, 'li').map(entryOf)
}

/** What a list holds is a folder, and so is what ends with a slash; folders are open. */
function entryOf(item: ElementNode): ElementNode {
  const lists = childrenNamed(item, 'ul')
  const name = textOf(item.children.filter((child) => !isList(child))).trim()
  const isFolder = lists.length > 0 || name.endsWith('/')
  const kind = isFolder ? 'Tree.Folder' : 'Tree.File'
  const props = { name: name.replace(/\/$/, ''), defaultOpen: isFolder }
  return { kind: 'element', name: kind, props, children: lists }
}

function isList(node: TreeNode): boolean {
  return node.kind === 'element' && node.name === 'ul'
}

function renderSign(name: string, renderer: Renderer) {
  return raw(renderer.context.icon(name, { library: 'lucide' }) ?? '')
}
