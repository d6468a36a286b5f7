import { dirname } from 'node:path/posix'
import type { OperationLine } from './list-operations.ts'
import { type OperationName, readChannelName, readOperationName, shownName } from './read-operation-name.ts'
import type { Advise, RegisteredSpec, SpecLanguage, SpecRegistry } from './spec-registry.ts'

export interface FoundOperation {
  spec: string
  line: OperationLine
}

/** The files that a page's name is looked for in, when it names none. */
export interface NamedSources {
  language: SpecLanguage
  sources: string[]
}

const readers = {
  openapi: {
    read: readOperationName,
    noun: 'operation',
    form: 'Write it as a method and a path, such as GET /users.',
    add: 'Add its OpenAPI file.',
  },
  asyncapi: {
    read: readChannelName,
    noun: 'channel',
    form: 'Write it as a file and the name of a channel, such as events.yaml orders.',
    add: 'Add its AsyncAPI file.',
  },
}

/**
 * The operation or channel that a page describes. A page that names no file means any of the site's; where several have the
 * operation, as in translations, it is the one nearest to the page.
 */
export function findOperation(
  text: string,
  page: string,
  registry: SpecRegistry,
  among: NamedSources,
  advise?: Advise,
): FoundOperation | undefined {
  const { read, noun, form } = readers[among.language]
  const name = read(text)
  if (!name) {
    advise?.(`“${text}” names no ${noun}.`, form)
    return undefined
  }
  const specs = listSpecs(name, registry, among, advise)
  const having = specs.filter((spec) => spec.operations.has(name.key))
  if (having.length === 0 && specs.length > 0) adviseMissing(name, specs, advise)
  const [nearest, next] = having.sort((a, b) => closeness(b.file, page) - closeness(a.file, page))
  if (nearest && next && closeness(nearest.file, page) === closeness(next.file, page)) {
    advise?.(
      `“${shownName(name)}” stands in ${nearest.file} and in ${next.file}; the first is shown.`,
      `Write the file before it: ${nearest.file} ${shownName(name)}.`,
    )
  }
  const line = nearest?.operations.get(name.key)
  return nearest && line && { spec: nearest.file, line }
}

export function adviseMissing(name: OperationName, specs: RegisteredSpec[], advise?: Advise): void {
  const files = specs.map(({ file }) => file)
  const shown = files.length > 3 ? `${files.length} files` : files.join(', ')
  const wrong = name.key.startsWith('CHANNEL ') ? 'the name of the channel' : 'the method or the path'
  advise?.(`“${shownName(name)}” is not in ${shown}.`, `Correct ${wrong}, which must be spelled as in the file.`)
}

function listSpecs(
  { source }: OperationName,
  registry: SpecRegistry,
  { language, sources }: NamedSources,
  advise: Advise | undefined,
): RegisteredSpec[] {
  const named = source === undefined ? sources : [source]
  if (named.length > 0) return named.flatMap((one) => registry.open(one, advise) ?? [])
  const found = registry.find(language, advise)
  if (found.length === 0) advise?.('No file of the docs folder describes an API.', readers[language].add)
  return found
}

/** How many folders a file shares with the page. */
function closeness(file: string, page: string): number {
  const own = dirname(file).split('/')
  const others = dirname(page).split('/')
  const differs = own.findIndex((folder, index) => folder !== others[index])
  return differs === -1 ? own.length : differs
}
