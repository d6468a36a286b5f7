import type { ExportNamedDeclaration, Identifier, ImportDeclaration, ModuleDeclaration, Statement } from 'acorn'
import { PageError } from '../parse/page-error.ts'
import { parseStatements } from '../parse/parse-script.ts'
import { compileJsx } from './compile-jsx.ts'
import { childrenOf, namesOfPattern, type SyntaxNode } from './walk-syntax.ts'

/** Names that an author may use without importing them, and that every React has. */
export const reactNames = `Children Component Fragment PureComponent Suspense cloneElement createContext createElement
  createPortal createRef forwardRef isValidElement lazy memo startTransition useCallback useContext useDebugValue
  useDeferredValue useEffect useId useImperativeHandle useInsertionEffect useLayoutEffect useMemo useReducer useRef
  useState useSyncExternalStore useTransition`.split(/\s+/)

/** A part of an author's file that a browser cannot run, and why; the sentence goes on after “because”. */
export class NotCompiled extends Error {}

/** One statement at the top of a file. */
export interface ModulePart {
  declares: string[]
  /** Every name in it, whatever the name stands for. */
  uses: Set<string>
  text: string
}

export interface ImportedName {
  specifier: string
  /** `default`, `*`, or the name that the other file gives it. */
  imported: string
}

/** An author's file, read and written for a browser, but for what it takes of others. */
export interface CompiledModule {
  imports: Map<string, ImportedName>
  parts: ModulePart[]
  /** The name inside the file of each one that others import. */
  exports: Map<string, string>
  /** Texts that may be addresses of the site. */
  paths: Set<string>
  /** Every word of its texts: one may be a class that an element gets only later. */
  words: Set<string>
  /** Names of components that nobody in the file binds: those of the site, which a browser does not have. */
  foreign: Set<string>
}

/** `blocks` are a whole `.jsx` file, or the `import` and `export` blocks of a page. */
export function readModule(file: string, blocks: readonly string[]): CompiledModule {
  const module: CompiledModule = {
    imports: new Map(),
    parts: [],
    exports: new Map(),
    paths: new Set(),
    words: new Set(),
    foreign: new Set(),
  }
  const parsed = blocks.map((source) => ({ source, body: parse(source, file) }))
  const declared = new Set<string>()
  for (const { body } of parsed) for (const statement of body) noteDeclared(statement, declared)
  for (const { source, body } of parsed) {
    const write = (node: object) => compileJsx(node, source, (name) => isBound(name, declared, module))
    for (const statement of body) readStatement(statement, module, write)
  }
  return module
}

function parse(source: string, file: string): (Statement | ModuleDeclaration)[] {
  try {
    return parseStatements(source, { file, line: 1, column: 1 })
  } catch (error) {
    if (error instanceof PageError) throw new NotCompiled(`"${file}" cannot be read: ${error.reason}`)
    throw error
  }
}

function isBound(name: string, declared: Set<string>, { foreign }: CompiledModule): boolean {
  const isKnown = declared.has(name) || name === 'React' || reactNames.includes(name)
  if (!isKnown) foreign.add(name)
  return isKnown
}

type Write = (node: object) => string

function readStatement(node: Statement | ModuleDeclaration, module: CompiledModule, write: Write) {
  switch (node.type) {
    case 'ImportDeclaration':
      return readImport(node, module)
    case 'ExportNamedDeclaration':
      return readExport(node, module, write)
    case 'ExportAllDeclaration':
      throw new NotCompiled('"export *" is not supported')
    case 'ExportDefaultDeclaration': {
      const { declaration } = node
      const id = 'id' in declaration ? declaration.id?.name : undefined
      const isDeclaration = id !== undefined && /Declaration$/.test(declaration.type)
      module.exports.set('default', isDeclaration ? id : '$default')
      const text = write(declaration).replace(/;\s*$/, '')
      return addPart(
        declaration,
        isDeclaration ? text : `const $default=(${text})`,
        module,
        isDeclaration ? [] : ['$default'],
      )
    }
    default:
      return addPart(node, write(node), module)
  }
}

function readImport(node: ImportDeclaration, { imports }: CompiledModule): void {
  const specifier = String(node.source.value)
  for (const binding of node.specifiers) {
    const imported =
      binding.type === 'ImportSpecifier'
        ? nameOf(binding.imported)
        : binding.type === 'ImportNamespaceSpecifier'
          ? '*'
          : 'default'
    imports.set(binding.local.name, { specifier, imported })
  }
}

function readExport(node: ExportNamedDeclaration, module: CompiledModule, write: Write): void {
  const { declaration, source, specifiers } = node
  if (declaration) {
    addPart(declaration, write(declaration), module)
    for (const name of listTopNames(declaration)) module.exports.set(name, name)
  }
  for (const { local, exported } of specifiers) {
    const inner = source ? `$${module.imports.size}` : nameOf(local)
    if (source) module.imports.set(inner, { specifier: String(source.value), imported: nameOf(local) })
    module.exports.set(nameOf(exported), inner)
  }
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? String(node.name) : String(node.value)
}

function addPart(node: object, text: string, module: CompiledModule, declares: string[] = []): void {
  const uses = new Set<string>()
  survey(node as SyntaxNode, uses, module, false)
  module.parts.push({ declares: [...declares, ...listTopNames(node)], uses, text })
}

function listTopNames(node: object): string[] {
  const statement = node as SyntaxNode
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => namesOfPattern(id))
  if (statement.type !== 'FunctionDeclaration' && statement.type !== 'ClassDeclaration') return []
  return statement.id ? [statement.id.name] : []
}

/** Notes names and addresses, and refuses what only a module of a browser may hold. */
function survey(node: SyntaxNode, uses: Set<string>, module: CompiledModule, inFunction: boolean): void {
  // The types know no name of a tag as a node of its own.
  if (/^(?:JSX)?Identifier$/.test(node.type)) uses.add((node as Identifier).name)
  if (node.type === 'Literal' && typeof node.value === 'string') noteText(node.value, module)
  if (node.type === 'TemplateElement') noteText(node.value.cooked ?? '', module)
  if (node.type === 'ImportExpression' || node.type === 'MetaProperty')
    throw new NotCompiled('a script of a page imports nothing while it runs')
  if (!inFunction && (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)))
    throw new NotCompiled('a file cannot wait at its top')
  const inner = inFunction || /Function/.test(node.type)
  for (const child of childrenOf(node)) survey(child, uses, module, inner)
}

// As many as the rules of one page are made for.
const mostWords = 2000

function noteText(text: string, { paths, words }: CompiledModule): void {
  if (text.length < 300 && /^\/[^/\s]/.test(text)) paths.add(text)
  if (text.length >= 2000) return
  for (const word of text.split(/\s+/)) if (word !== '' && words.size < mostWords) words.add(word)
}

/** Every name that is bound anywhere in it: what is bound nowhere in a file comes from us or from the browser. */
function noteDeclared(node: object, declared: Set<string>): void {
  const statement = node as SyntaxNode
  const own =
    statement.type === 'VariableDeclarator' || statement.type === 'ClassDeclaration'
      ? namesOfPattern(statement.id ?? {})
      : statement.type === 'ImportDeclaration'
        ? statement.specifiers.map(({ local }) => local.name)
        : 'params' in statement
          ? [...statement.params.flatMap(namesOfPattern), ...namesOfPattern(statement.id ?? {})]
          : []
  for (const name of own) declared.add(name)
  for (const child of childrenOf(node)) noteDeclared(child, declared)
}
