import type { Cursor } from '../../config/cursor.ts'
import { optional } from '../../config/optional.ts'
import {
  readBanner,
  readColorPair,
  readFolders,
  readFooter,
  readNavbar,
  readSources,
} from '../../config/read-settings.ts'
import { readBoost } from '../../config/settings/read-boost.ts'
import type {
  Division,
  DivisionKind,
  Entry,
  Group,
  Navigation,
  NavigationLink,
  SearchRules,
} from '../../model/navigation.ts'
import type { SiteConfig } from '../../model/site-config.ts'
import { readOperationName } from '../openapi/read-operation-name.ts'
import type { FindPage, FoundPage, Visibility } from './find-page.ts'
import type { PlaceOperations } from './place-operations.ts'

/** Who knows what an entry means. */
interface Finders {
  findPage: FindPage
  placeOperations: PlaceOperations
}

interface Inherited extends Finders {
  /** OpenAPI files, and the folders of the addresses that their pages are given. */
  sources: string[]
  folders: Record<string, string>
  /** Those of AsyncAPI files. */
  channelFolders: Record<string, string>
  visibility: Visibility
  directory?: 'accordion' | 'card'
}

/** What docs.json says of descriptions outside its navigation. */
export type NavigationSources = Pick<SiteConfig['api'], 'openapi' | 'folders' | 'channelFolders'>

// The field that lists the divisions of a kind, and the field that labels one of them.
const divisionFields: readonly [list: string, label: string, kind: DivisionKind][] = [
  ['languages', 'language', 'language'],
  ['versions', 'version', 'version'],
  ['products', 'product', 'product'],
  ['tabs', 'tab', 'tab'],
  ['dropdowns', 'dropdown', 'dropdown'],
  ['anchors', 'anchor', 'anchor'],
  ['menu', 'item', 'item'],
]

// Every page shows all that stands beside its own: of 20,000 tabs, 20,000 times a megabyte.
const mostBeside = 300

/** Reads any shape of `navigation` into the one tree that all else uses. */
export function normalizeNavigation(
  navigation: Cursor,
  finders: Finders,
  { openapi: sources, folders, channelFolders }: NavigationSources,
): Navigation {
  const inherited: Inherited = { ...finders, sources, folders, channelFolders, visibility: undefined }
  const root = readDivision(navigation, 'root', 'root', inherited)
  const global = divisionFields.flatMap(([list, label]) =>
    navigation
      .at('global')
      .at(list)
      .list(mostBeside)
      .flatMap((entry) => readGlobal(entry, label)),
  )
  return { root, global }
}

function readDivision(cursor: Cursor, labelField: string, kind: DivisionKind, from: Inherited): Division {
  const inherited = inherit(cursor, from)
  const divisions = divisionFields.flatMap(([list, label, child]) =>
    cursor
      .at(list)
      .list(mostBeside)
      .map((entry) => readDivision(entry, label, child, inherited)),
  )
  const label = kind === 'root' ? '' : (cursor.at(labelField).text() ?? cursor.at('name').text() ?? '')
  if (kind !== 'root' && !label) cursor.advise(`This ${kind} has no name.`, `Give it a "${labelField}".`)
  return {
    kind,
    label,
    ...readLooks(cursor),
    ...optional('description', cursor.at('description').text()),
    ...optional('href', cursor.at('href').text()),
    ...(cursor.at('hidden').flag() && { hidden: true }),
    ...(cursor.at('default').flag() && { default: true }),
    ...readChrome(cursor, kind),
    ...readSearchRules(cursor),
    divisions,
    entries: readEntries(cursor, inherited),
  }
}

/** What a division sets for its own pages, and how it looks among the others. */
function readChrome(cursor: Cursor, kind: DivisionKind): Partial<Division> {
  if (kind === 'root') return {}
  const { navbar, footer } = { navbar: cursor.at('navbar'), footer: cursor.at('footer') }
  return {
    ...(cursor.at('align').oneOf(['start', 'end']) === 'end' && { align: 'end' }),
    ...optional('color', readColorPair(cursor.at('color'))),
    ...optional('banner', readBanner(cursor.at('banner'))),
    ...(navbar.present && { navbar: readNavbar(navbar) }),
    ...(footer.present && { footer: readFooter(footer) }),
  }
}

/**
 * A division's groups and pages; an `openapi` without either stands for every operation of its files. An `asyncapi`
 * stands for every channel of its files, after whatever else there is.
 */
function readEntries(cursor: Cursor, inherited: Inherited): Entry[] {
  const named = [...cursor.at('groups').list(), ...cursor.at('pages').list()]
  const openapi = named.length === 0 && cursor.at('openapi').present ? cursor.at('openapi') : undefined
  const entries = openapi ? placeOperations(openapi, inherited) : named.flatMap((entry) => readEntry(entry, inherited))
  return [...entries, ...leaveOut(placeChannels(cursor.at('asyncapi'), inherited), new Set(entries))]
}

/** A channel whose page is named beside its file stands only there. */
function leaveOut(entries: Entry[], named: ReadonlySet<Entry>): Entry[] {
  return entries.flatMap((entry): Entry[] => {
    if (typeof entry === 'string') return named.has(entry) ? [] : [entry]
    if (entry.kind !== 'group') return [entry]
    const left = leaveOut(entry.entries, named)
    return left.length === 0 ? [] : [{ ...entry, entries: left }]
  })
}

function placeChannels(cursor: Cursor, inherited: Inherited): Entry[] {
  const { channelFolders: folders } = inherited
  return cursor.present ? placeOperations(cursor, { ...inherited, sources: readSources(cursor), folders }) : []
}

function placeOperations(cursor: Cursor, inherited: Inherited, name?: string): Entry[] {
  const { sources, folders, visibility } = inherited
  // What is private is not talked about.
  const advise =
    visibility === 'private' ? undefined : (message: string, suggestion: string) => cursor.advise(message, suggestion)
  return inherited.placeOperations({
    sources,
    folders,
    ...optional('name', name),
    visibility,
    advise,
  })
}

function readEntry(cursor: Cursor, inherited: Inherited): Entry[] {
  if (typeof cursor.value === 'string') return readPage(cursor, cursor.value, inherited)
  if (!cursor.isRecord()) {
    cursor.advise('This is neither a page nor a group.', 'Write the path of a page in quotes, or a group in braces.')
    return []
  }
  if (cursor.at('group').present) return [readGroup(cursor, inherited)]
  if (cursor.at('href').present) return readGlobal(cursor, 'label')
  if (cursor.at('page').present) return readEntry(cursor.at('page'), inherit(cursor, inherited))
  cursor.advise('This entry names no group.', 'Give it a "group" and a list of "pages".')
  return readEntries(cursor, inherit(cursor, inherited))
}

function readPage(cursor: Cursor, name: string, inherited: Inherited): Entry[] {
  if (readOperationName(name)) return placeOperations(cursor, inherited, name)
  const page = findNamed(cursor, name, inherited)
  return page && !page.hidden ? [page.route] : []
}

function findNamed(cursor: Cursor, name: string, { findPage, visibility }: Inherited): FoundPage | undefined {
  const page = findPage(name, visibility)
  if (page && 'route' in page) return page
  if (!page) cursor.advise(`There is no page “${name}”.`, 'Create the file, correct its path or delete this line.')
  else if (!page.onPurpose) cursor.advise(`“${name}” is left out: ${page.reason}.`, 'Give one of the two another name.')
  return undefined
}

function readGroup(cursor: Cursor, from: Inherited): Group {
  const inherited = inherit(cursor, from)
  const rootName = cursor.at('root').text()
  const root = rootName === undefined ? undefined : findNamed(cursor.at('root'), rootName, inherited)
  return {
    kind: 'group',
    label: cursor.at('group').text() ?? '',
    ...readLooks(cursor),
    ...optional('root', root?.route),
    ...((cursor.at('expanded').flag() || cursor.at('collapsed').value === false) && { expanded: true }),
    ...(cursor.at('hidden').flag() && { hidden: true }),
    ...optional('directory', root && inherited.directory),
    ...readSearchRules(cursor),
    entries: readEntries(cursor, inherited),
  }
}

function readSearchRules(cursor: Cursor): SearchRules {
  return {
    ...optional('boost', readBoost(cursor.at('boost').value)),
    ...(cursor.at('searchable').value === false && { unsearchable: true }),
  }
}

function readGlobal(cursor: Cursor, labelField: string): NavigationLink[] {
  const href = cursor.at('href').text()
  if (!href || cursor.at('hidden').flag()) return []
  const label = cursor.at(labelField).text() ?? cursor.at('label').text() ?? cursor.at('title').text() ?? href
  const color = readColorPair(cursor.at('color'))
  return [{ kind: 'link', label, href, ...readLooks(cursor), ...optional('color', color) }]
}

function inherit(cursor: Cursor, from: Inherited): Inherited {
  const sources = readSources(cursor.at('openapi'))
  const directory = cursor.at('directory').present
    ? cursor.at('directory').oneOf(['accordion', 'card', 'none'])
    : from.directory
  return {
    findPage: from.findPage,
    placeOperations: from.placeOperations,
    folders: { ...from.folders, ...readFolders(cursor.at('openapi')) },
    channelFolders: { ...from.channelFolders, ...readFolders(cursor.at('asyncapi')) },
    sources: sources.length > 0 ? sources : from.sources,
    visibility: readVisibility(cursor, from.visibility),
    ...(directory !== undefined && directory !== 'none' && { directory }),
  }
}

/** What stands further in goes before; anything but a plain “yes” closes. */
function readVisibility(cursor: Cursor, from: Visibility): Visibility {
  const { value } = cursor.at('public')
  if (value === undefined) return from
  return value === true ? 'public' : 'private'
}

/** An icon may be an object with a name and a style; a tag likewise in translated files. */
function readLooks(cursor: Cursor): { icon?: string; tag?: string } {
  const icon = cursor.at('icon').isRecord() ? cursor.at('icon').at('name') : cursor.at('icon')
  return {
    ...optional('icon', icon.text()),
    ...optional('tag', cursor.at('tag').isRecord() ? undefined : cursor.at('tag').text()),
  }
}
