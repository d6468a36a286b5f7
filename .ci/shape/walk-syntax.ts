/** A node of the syntax tree, as the parser gives it. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** A function that is written here; an overload and a declaration have no body. */
export function isFunction({ type, body }: Node): boolean {
  return Boolean(body) && functions.includes(type)
}

export function walkSyntax(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') walkSyntax(child as Node, see)
    }
  }
}
