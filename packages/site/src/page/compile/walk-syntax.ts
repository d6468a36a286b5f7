import type { ScriptNode } from '../parse/parse-script.ts'

export type SyntaxNode = ScriptNode & { start: number; end: number }

/** The nodes that stand directly inside a node, in the order of the source. */
export function childrenOf(node: object): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) found.push(inner)
  }
  return found.sort((a, b) => a.start - b.start)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Every name that a pattern binds: `{ a, b: [c], ...d }` binds a, c and d. */
export function namesOfPattern(pattern: object): string[] {
  const node = pattern as SyntaxNode
  switch (node.type) {
    case 'Identifier':
      return [node.name]
    case 'Property':
      return namesOfPattern(node.value)
    case 'AssignmentPattern':
      return namesOfPattern(node.left)
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return childrenOf(node).flatMap(namesOfPattern)
    default:
      return []
  }
}
