import { parseSync } from 'oxc-parser'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** The same program, in which each function says that it was called: `file:offset`. */
export function markFunctions(file: string, text: string): string {
  const marks: { at: number; text: string }[] = []
  visit(parseSync(file, text).program as unknown as Node, (node) => {
    const body = node.body as Node | null | undefined
    if (!functions.includes(node.type) || !body) return
    const call = `globalThis.binderyCalled(${JSON.stringify(`${file}:${node.start}`)})`
    if (body.type === 'BlockStatement') marks.push({ at: body.start + 1, text: `${call};` })
    else marks.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' })
  })
  // An inner function may end where the outer one does: what stands further in is put in first.
  let marked = text
  for (const { at, text: inserted } of marks.toReversed().sort((a, b) => b.at - a.at)) {
    marked = marked.slice(0, at) + inserted + marked.slice(at)
  }
  return marked
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') visit(child as Node, see)
    }
  }
}
