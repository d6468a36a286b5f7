import type { ElementNode, PropValue, SourcePoint, TreeNode } from '../../../model/page-tree.ts'

type Report = (code: string, message: string, at: SourcePoint) => void

/**
 * Tells what keeps some readers out and only the author can fix: images that nobody describes, links without words,
 * and headings that skip a level. An empty `alt` in HTML says that an image means nothing; Markdown has no way to say it.
 */
export function findBarriers(children: TreeNode[], file: string, report: Report): void {
  // The page's title is its first heading.
  let level = 1
  const visit = (node: TreeNode) => {
    if (node.kind === 'text') return
    const at = node.at ?? { file, line: 1, column: 1 }
    const depth = /^h[1-6]$/.test(node.name) ? Number(node.name[1]) : undefined
    if (depth !== undefined) {
      if (depth > level + 1)
        report('accessibility', `A heading of level ${depth} follows one of level ${level}. Skip no level.`, at)
      level = depth
    }
    if (node.name === 'img' && node.props.alt === undefined && !isHidden(node))
      report('accessibility', 'An image has no text for those who cannot see it. Give it an alt.', at)
    if (node.name === 'a' && node.props.href !== undefined && !isNamed(node))
      report('accessibility', 'A link has no words that say where it leads. Write some, or an aria-label.', at)
    node.children.forEach(visit)
  }
  children.forEach(visit)
}

function isHidden({ props }: ElementNode): boolean {
  return props['aria-hidden'] === true || props['aria-hidden'] === 'true' || props.role === 'presentation'
}

/** Whether somebody who hears the page learns of the element; of components only an icon is known to be silent. */
function isNamed(node: TreeNode): boolean {
  if (node.kind === 'text') return node.value.trim() !== ''
  if (isHidden(node)) return false
  if (['aria-label', 'title', 'alt'].some((name) => isText(node.props[name]))) return true
  const isComponent = node.name.charCodeAt(0) < 97
  return isComponent ? node.name !== 'Icon' : node.children.some(isNamed)
}

function isText(value: PropValue): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
