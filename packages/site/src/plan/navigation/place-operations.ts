import { optional } from '../../config/optional.ts'
import type { Entry, Group } from '../../model/navigation.ts'
import { normalizeRoute, outputOf } from '../../model/paths.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { slug } from '../../page/ids/create-ids.ts'
import { adviseMissing } from '../openapi/find-operation.ts'
import type { OperationLine } from '../openapi/list-operations.ts'
import { readOperationName, shownName } from '../openapi/read-operation-name.ts'
import type { Advise, RegisteredSpec, SpecRegistry } from '../openapi/spec-registry.ts'
import type { FindPage, Refusal, Visibility } from './find-page.ts'

const longestSegment = 80

/** What an entry of the navigation asks for: one operation by its name, or every one of its files. */
export interface OperationRequest {
  sources: string[]
  /** `GET /users`, `spec.json GET /users`. */
  name?: string
  /** The folders of the addresses that the pages of a file are given. */
  folders: Record<string, string>
  visibility: Visibility
  /** Absent where nothing may be said. */
  advise: Advise | undefined
}

export type PlaceOperations = (request: OperationRequest) => Entry[]

interface Site {
  registry: SpecRegistry
  findPage: FindPage
  /** The page that an author wrote for an operation. */
  findAuthored(spec: string, key: string): string | undefined
  /** Takes a page that no file stands for. */
  admit(page: PlannedPage, line: OperationLine): Refusal | undefined
}

/** Gives the operations that the navigation names their pages, and says what stands in the sidebar for them. */
export function createOperationPlacer(site: Site): PlaceOperations {
  const made = new Map<string, string>()

  return (request) =>
    listRequested(site.registry, request).flatMap(({ spec, lines }) =>
      request.name === undefined ? placeAll(spec, request) : lines.flatMap((line) => placeLine(spec, line, request)),
    )

  /** Under their tags, in the order of the file; what has none stands before them. */
  function placeAll(spec: RegisteredSpec, request: OperationRequest): Entry[] {
    const groups = new Map<string, Group>(spec.tags.map((tag) => [tag, { kind: 'group', label: tag, entries: [] }]))
    const loose: Entry[] = []
    for (const line of spec.operations.values()) {
      const placed = placeLine(spec, line, request)
      const group = line.tag === undefined ? undefined : (groups.get(line.tag) ?? newGroup(line.tag))
      ;(group?.entries ?? loose).push(...placed)
    }
    return [...loose, ...[...groups.values()].filter(({ entries }) => entries.length > 0)]

    function newGroup(label: string): Group {
      const group: Group = { kind: 'group', label, entries: [] }
      groups.set(label, group)
      return group
    }
  }

  function placeLine(spec: RegisteredSpec, line: OperationLine, request: OperationRequest): Entry[] {
    // The same operation may stand under several products, like any page.
    const known = made.get(`${spec.file} ${line.key}`)
    if (known !== undefined) return line.hidden ? [] : [known]
    const desired = desiredAddress(line, folderOf(spec, request))
    const authored = site.findPage(site.findAuthored(spec.file, line.key) ?? desired, request.visibility)
    if (!authored) return makePage(desired, spec, line, request)
    return 'route' in authored && !authored.hidden ? [authored.route] : []
  }

  function makePage(desired: string, spec: RegisteredSpec, line: OperationLine, request: OperationRequest): Entry[] {
    for (let count = 0; count < 100; count++) {
      const page = planOperationPage(count === 0 ? desired : `${desired}-${count}`, spec.file, line)
      const refusal = site.admit(page, line)
      if (refusal?.onPurpose) return []
      if (refusal) continue
      made.set(`${spec.file} ${line.key}`, page.route)
      return line.hidden ? [] : [page.route]
    }
    request.advise?.(`“${shownName(line)}” finds no address: ${desired} is taken.`, 'Give it another title or summary.')
    return []
  }
}

/** The operations that an entry asks for, by the files that have them. */
export function listRequested(registry: SpecRegistry, request: OperationRequest) {
  const { advise } = request
  const open = (sources: string[]) => sources.flatMap((source) => registry.open(source, advise) ?? [])
  if (request.name === undefined) {
    return open(request.sources).map((spec) => ({ spec, lines: [...spec.operations.values()] }))
  }
  const name = readOperationName(request.name)
  if (!name) return []
  const sources = name.source === undefined ? request.sources : [name.source]
  const specs = sources.length > 0 ? open(sources) : registry.find('openapi', advise)
  const spec = specs.find(({ operations }) => operations.has(name.key))
  const line = spec?.operations.get(name.key)
  if (spec && line) return [{ spec, lines: [line] }]
  if (specs.length > 0) adviseMissing(name, specs, advise)
  return []
}

/** A file is named by its path, with or without a slash or a dot before it, or by its address on another host. */
export function folderOf({ file }: RegisteredSpec, { folders }: OperationRequest): string | undefined {
  const own = Object.keys(folders).find((source) => source === file || source.replace(/^\.?\/+/, '') === file)
  return folders[own ?? '']
}

/** The address that an operation's page has, if no other page has it. */
export function desiredAddress(line: OperationLine, folder?: string): string {
  return readAddress(line.address) ?? addressOf(line, folder)
}

function planOperationPage(route: string, spec: string, line: OperationLine): PlannedPage {
  return {
    route,
    file: spec,
    output: outputOf(`${route.slice(1)}.mdx`),
    title: line.title,
    ...optional('label', line.label === line.title ? undefined : line.label),
    method: badgeOf(line.method),
    operation: { spec, key: line.key },
    ...(line.deprecated && { deprecated: true }),
    ...(line.hidden && { hidden: true, noindex: true }),
    named: true,
  }
}

/** What a sidebar has room for. */
export function badgeOf(method: string): string {
  return method === 'WEBHOOK' ? 'HOOK' : method
}

function addressOf({ tag, title, segments }: OperationLine, folder = 'api-reference'): string {
  const parts = [...folder.split('/'), ...(segments ?? [tag ?? '', title])]
  return `/${parts
    .map((part) => slug(part, longestSegment))
    .filter(Boolean)
    .join('/')}`
}

/** Undefined for what is no address inside the site. */
function readAddress(address: string | undefined): string | undefined {
  if (address === undefined || !/^\/?[\p{L}\p{N}_.~-]+(?:\/[\p{L}\p{N}_.~-]+)*\/?$/u.test(address)) return undefined
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(address) || address.length > 300) return undefined
  return normalizeRoute(`/${address}`)
}
