import { dirname } from 'node:path/posix'
import type { OperationLine } from './list-operations.ts'
import { type OperationName, readOperationName } from './read-operation-name.ts'
import type { Advise, RegisteredSpec, SpecRegistry } from './spec-registry.ts'

export interface FoundOperation {
  spec: string
  line: OperationLine
}

/**
 * The operation that a page describes. A page that names no file means any of the site's; where several have the
 * operation, as in translations, it is the one nearest to the page.
 */
export function findOperation(
  text: string,
  page: string,
  registry: SpecRegistry,
  sources: string[],
  advise?: Advise,
): FoundOperation | undefined {
  const name = readOperationName(text)
  if (!name) {
    advise?.(`“${text}” names no operation.`, 'Write it as a method and a path, such as GET /users.')
    return undefined
  }
  const specs = listSpecs(name, registry, sources, advise)
  const having = specs.filter((spec) => spec.operations.has(name.key))
  if (having.length === 0 && specs.length > 0) adviseMissing(name, specs, advise)
  const [nearest, next] = having.sort((a, b) => closeness(b.file, page) - closeness(a.file, page))
  if (nearest && next && closeness(nearest.file, page) === closeness(next.file, page)) {
    advise?.(
      `“${name.key}” stands in ${nearest.file} and in ${next.file}; the first is shown.`,
      `Write the file before it: ${nearest.file} ${name.key}.`,
    )
  }
  const line = nearest?.operations.get(name.key)
  return nearest && line && { spec: nearest.file, line }
}

export function adviseMissing({ key }: OperationName, specs: RegisteredSpec[], advise?: Advise): void {
  const files = specs.map(({ file }) => file)
  const shown = files.length > 3 ? `${files.length} files` : files.join(', ')
  advise?.(`“${key}” is not in ${shown}.`, 'Correct the method or the path, which must be spelled as in the file.')
}

function listSpecs(
  { source }: OperationName,
  registry: SpecRegistry,
  sources: string[],
  advise: Advise | undefined,
): RegisteredSpec[] {
  const named = source === undefined ? sources : [source]
  if (named.length > 0) return named.flatMap((one) => registry.open(one, advise) ?? [])
  const found = registry.find(advise)
  if (found.length === 0) advise?.('No file of the docs folder describes an API.', 'Add its OpenAPI file.')
  return found
}

/** How many folders a file shares with the page. */
function closeness(file: string, page: string): number {
  const own = dirname(file).split('/')
  const others = dirname(page).split('/')
  const differs = own.findIndex((folder, index) => folder !== others[index])
  return differs === -1 ? own.length : differs
}
