import { type Cursor, isRecord } from '../../config/cursor.ts'
import { foldRoute } from '../../model/private-routes.ts'
import type { Visibility } from '../navigation/find-page.ts'
import { type NavigationSources, normalizeNavigation } from '../navigation/normalize-navigation.ts'
import { desiredAddress, folderOf, listRequested } from '../navigation/place-operations.ts'
import type { SpecRegistry } from '../openapi/spec-registry.ts'

/** What the navigation says of who may read what, known before any page is admitted: it may name a page twice. */
export interface Survey {
  /** By the names that it uses. */
  pages: Map<string, Visibility>
  /** By file and key. */
  operations: Map<string, Visibility>
  /** Every text of a private part that could be meant as a page, folded, so that no slip publishes one. */
  closed: Set<string>
}

interface Known {
  registry: SpecRegistry
  findAuthored(spec: string, key: string): string | undefined
}

export function surveyNavigation(
  navigation: Cursor,
  api: NavigationSources,
  { registry, findAuthored }: Known,
): Survey {
  const survey: Survey = { pages: new Map(), operations: new Map(), closed: new Set() }
  collectClosed(navigation.value, false, survey.closed)
  const finders = {
    findPage(name: string, visibility: Visibility) {
      note(survey.pages, name, visibility)
      return undefined
    },
    placeOperations(request: Parameters<typeof listRequested>[1]) {
      if (request.visibility === undefined) return []
      for (const { spec, lines } of listRequested(registry, { ...request, advise: undefined })) {
        for (const line of lines) {
          note(survey.operations, `${spec.file} ${line.key}`, request.visibility)
          const page = findAuthored(spec.file, line.key) ?? desiredAddress(line, folderOf(spec, request))
          note(survey.pages, page, request.visibility)
        }
      }
      return []
    },
  }
  normalizeNavigation(navigation.quietly(), finders, api)
  return survey
}

/** One place that closes a page outweighs all that open it. */
export function joinVisibility(a: Visibility, b: Visibility): Visibility {
  return a === 'private' || b === 'private' ? 'private' : (a ?? b)
}

function note(known: Map<string, Visibility>, name: string, visibility: Visibility): void {
  if (visibility !== undefined) known.set(name, joinVisibility(known.get(name), visibility))
}

// Their values are read by people, or lead elsewhere.
const labels = new Set(
  'group tab anchor dropdown version language product item name label title icon tag description href color openapi asyncapi directory'.split(
    ' ',
  ),
)

function collectClosed(value: unknown, isClosed: boolean, names: Set<string>): void {
  if (typeof value === 'string' && isClosed && value.trim() !== '') names.add(foldRoute(value))
  if (Array.isArray(value)) for (const item of value) collectClosed(item, isClosed, names)
  if (!isRecord(value)) return
  const closed = Object.hasOwn(value, 'public') ? value.public !== true : isClosed
  for (const [key, inner] of Object.entries(value)) if (!labels.has(key)) collectClosed(inner, closed, names)
}
