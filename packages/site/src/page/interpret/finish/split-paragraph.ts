import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'

const blockElements = new Set(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6
  header hgroup hr li menu nav ol p pre search section summary table ul`.split(/\s+/),
)
const inlineComponents = new Set(['Badge', 'Icon', 'Latex', 'Math', 'Tooltip'])

/**
 * A browser ends a paragraph where a block begins and leaves the rest without one. So `text <Card /> text`
 * becomes paragraph, card, paragraph here, and the HTML that is written is the HTML that is read.
 */
export function splitParagraph(paragraph: ElementNode): TreeNode[] {
  if (!paragraph.children.some(isBlock)) return [paragraph]
  const parts: TreeNode[] = []
  let line: TreeNode[] = []
  const endLine = () => {
    if (line.some(isVisible)) parts.push({ ...paragraph, children: line })
    line = []
  }
  for (const child of paragraph.children) {
    if (!isBlock(child)) line.push(child)
    else {
      endLine()
      parts.push(child)
    }
  }
  endLine()
  return parts
}

function isBlock(node: TreeNode): boolean {
  if (node.kind === 'text') return false
  if (/^[A-Z]/.test(node.name)) return !inlineComponents.has(node.name)
  return blockElements.has(node.name)
}

function isVisible(node: TreeNode): boolean {
  return node.kind === 'element' ? node.name !== 'br' : node.value.trim() !== ''
}
