import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface Source {
  /** From the root of the tree. */
  path: string
  lines: number
  /** Length of each function, in lines. */
  functions: number[]
  /** Every name that is declared here, with its line. */
  names: { name: string; line: number }[]
  /** Other sources of the tree that it imports. */
  imports: string[]
}

/** The sources of the packages, without their tests. */
export function readSources(root: string): Source[] {
  const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path))
  return paths.sort().map((path) => readSource(root, path))
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const lineOf = createLineFinder(text)
  const source: Source = {
    path,
    lines: text.split('\n').length - 1,
    functions: [],
    names: [],
    imports: [],
  }
  walkSyntax(program as unknown as Node, (node) => {
    if (isFunction(node)) source.functions.push(lineOf(node.end) - lineOf(node.start) + 1)
    for (const { name, start } of declaredBy(node)) source.names.push({ name, line: lineOf(start) })
  })
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))
  const requests = [...named.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])), ...dynamic]
  source.imports = [...new Set(requests.filter((request) => request.startsWith('.')))].map((request) =>
    join(dirname(path), request),
  )
  return source
}

/** A node of the syntax tree, as the parser returns it. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Overloads and declarations have no body and are not counted. */
function isFunction({ type, body }: Node): boolean {
  return Boolean(body) && functions.includes(type)
}

function walkSyntax(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') walkSyntax(child as Node, see)
    }
  }
}

interface Identifier {
  name: string
  start: number
}

/** Names that this node gives to something: variables, parameters, functions, types and their members. */
function declaredBy(node: Node): Identifier[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return bindings(node.id as Node)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id, ...((node.params as Node[] | undefined) ?? [])].flatMap((part) => bindings(part as Node | null))
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return bindings(node.id as Node)
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return bindings(node.key as Node)
    default:
      return []
  }
}

function bindings(node: Node | null | undefined): Identifier[] {
  switch (node?.type) {
    case 'Identifier':
      return [node as unknown as Identifier]
    case 'ObjectPattern':
      // A shorthand repeats a name that was declared elsewhere.
      return (node.properties as Node[]).flatMap((property) =>
        property.shorthand ? [] : bindings((property.value ?? property.argument) as Node),
      )
    case 'ArrayPattern':
      return (node.elements as Node[]).flatMap(bindings)
    case 'AssignmentPattern':
      return bindings(node.left as Node)
    case 'RestElement':
      return bindings(node.argument as Node)
    default:
      return []
  }
}

function createLineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
