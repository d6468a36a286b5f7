import type {
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  ModuleDeclaration,
  Statement,
} from 'acorn'
import type { SourcePoint } from '../../../model/page-tree.ts'
import type { MarkdownNode } from '../../parse/parse-markdown.ts'
import { parseStatements, pointOf } from '../../parse/parse-script.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import { declareFunction, declareVariables } from '../expressions/call-closure.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, Lazy, MissingImport, Opaque, type Scope, type Value } from '../machine/values.ts'

/** What a file offers to those who import it. Values are looked up when asked for. */
export type Exports = Map<string, Lazy>

/** Answers an `import`, or undefined when the file is not there. */
export type Importer = (specifier: string, at: SourcePoint) => Exports | undefined

/** One file of the author's while its names are being declared. */
export interface Module {
  machine: Machine
  file: string
  scope: Scope
  exports: Exports
  importer: Importer
}

/** Reads the `import` and `export` blocks of a Markdown file into its scope. */
export function declareBlocks(module: Module, root: MarkdownNode) {
  for (const node of root.children ?? []) {
    if (node.type !== 'mdxjsEsm') continue
    const { line = 1, column = 1 } = node.position?.start ?? {}
    declareScript(module, node.value ?? '', line, column)
  }
}

/** Reads a whole `.jsx` file, or one block of a page that starts at this line. */
export function declareScript(module: Module, source: string, line = 1, column = 1) {
  const statements = parseStatements(source, { file: module.file, line, column })
  module.machine.islands.declare(module.scope, module.file, source)
  for (const statement of statements) declare(module, statement)
}

function declare(module: Module, node: Statement | ModuleDeclaration) {
  const { machine, scope, exports } = module
  switch (node.type) {
    case 'ImportDeclaration':
      return declareImport(module, node)
    case 'ExportNamedDeclaration':
      return declareExport(module, node)
    case 'ExportDefaultDeclaration':
      return void exports.set('default', declareDefault(module, node))
    case 'VariableDeclaration':
      return guardedDeclare(() => declareVariables(machine, node, scope))
    case 'FunctionDeclaration':
      return declareFunction(node, scope)
    case 'ClassDeclaration':
      return scope.set(node.id.name, new Opaque(new Unsupported('classes are not supported')))
    default:
      // A statement at the top of a file changes nothing that a page can show.
      return undefined
  }
}

/** A destructured value that cannot be known leaves its names unknown; their use falls back, not their declaration. */
function guardedDeclare(work: () => void) {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
  }
}

function declareImport({ scope, importer }: Module, node: ImportDeclaration) {
  const specifier = String(node.source.value)
  // React's hooks are known by their own names, with or without an import.
  if (specifier === 'react') return
  const exports = importer(specifier, pointOf(node))
  for (const binding of node.specifiers) {
    const name = binding.local.name
    if (!exports) scope.set(name, new Opaque(new MissingImport(`"${specifier}" is not in the repository`)))
    else if (binding.type === 'ImportNamespaceSpecifier') scope.set(name, new Lazy(() => toMap(exports)))
    else scope.set(name, new Lazy(() => pick(exports, importedName(binding), specifier)))
  }
}

function importedName(binding: ImportDeclaration['specifiers'][number]): string {
  if (binding.type !== 'ImportSpecifier') return 'default'
  return binding.imported.type === 'Identifier' ? binding.imported.name : String(binding.imported.value)
}

function pick(exports: Exports, name: string, specifier: string): Value {
  const found = exports.get(name)
  return found ? found.force(name) : new Opaque(new Unsupported(`"${specifier}" has no export "${name}"`))
}

function toMap(exports: Exports): Value {
  return new Map([...exports].map(([name, value]) => [name, value.force(name)]))
}

function declareExport(module: Module, node: ExportNamedDeclaration) {
  const { scope, exports, importer } = module
  if (node.declaration) {
    declare(module, node.declaration)
    for (const name of declaredNames(node)) exports.set(name, new Lazy(() => scope.get(name)))
  }
  const source = node.source ? importer(String(node.source.value), pointOf(node)) : undefined
  for (const { local, exported } of node.specifiers) {
    const from = local.type === 'Identifier' ? local.name : String(local.value)
    const to = exported.type === 'Identifier' ? exported.name : String(exported.value)
    exports.set(to, new Lazy(() => (source ? pick(source, from, String(node.source?.value)) : scope.get(from))))
  }
}

function declaredNames({ declaration }: ExportNamedDeclaration): string[] {
  if (declaration?.type !== 'VariableDeclaration') return declaration ? [declaration.id.name] : []
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

function declareDefault({ machine, scope }: Module, { declaration }: ExportDefaultDeclaration): Lazy {
  if (declaration.type === 'ClassDeclaration')
    return new Lazy(() => new Opaque(new Unsupported('classes are not supported')))
  if (declaration.type !== 'FunctionDeclaration') return new Lazy(() => machine.evaluate(declaration, scope))
  if (declaration.id) scope.set(declaration.id.name, new Closure(declaration, scope))
  return new Lazy(() => new Closure(declaration, scope))
}
