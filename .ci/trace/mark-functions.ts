import { parseSync } from 'oxc-parser'
import { isFunction, type Node, walkSyntax } from '../shape/walk-syntax.ts'

/** The same program, in which each function says that it was called: `file:offset`. */
export function markFunctions(file: string, text: string): string {
  const marks: { at: number; text: string }[] = []
  walkSyntax(parseSync(file, text).program as unknown as Node, (node) => {
    if (!isFunction(node)) return
    const body = node.body as Node
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
