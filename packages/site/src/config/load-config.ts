import { type Advice, ConfigurationError } from '../model/advice.ts'
import type { FoundProblem } from '../model/finding.ts'
import type { SiteConfig } from '../model/site-config.ts'
import { convertMint } from './convert-mint.ts'
import { Cursor, isRecord, type Origins } from './cursor.ts'
import { readJson } from './read-json.ts'
import { readSettings } from './read-settings.ts'
import { resolveRefs } from './resolve-refs.ts'
import { type FetchedFonts, findUncarried } from './settings/carried-fonts.ts'
import { describeUnused } from './settings/describe-unused.ts'
import { findUnused, type UnusedSetting } from './settings/find-unused.ts'
import { knownSettings } from './settings/known-settings.ts'

export interface LoadedConfig {
  file: string
  config: SiteConfig
  navigation: Cursor
  /** Filled further while the navigation is read. */
  advice: Advice[]
  /** Settings that do not do what they say. */
  findings: FoundProblem[]
  /** Why every page is private that is not opened to everyone; a static site cannot ask who its reader is. */
  closed?: string | undefined
}

export const notPublic = 'docs.json says that it is not public'

/** Finds the configuration of a docs folder and reads it whole, with every file it refers to. */
export async function loadConfig(root: string, fonts?: FetchedFonts): Promise<LoadedConfig> {
  const { written, isMint, ...loaded } = await readConfig(root)
  return { ...loaded, findings: await describeUnused(root, listUnused(written.quietly(), isMint, fonts)) }
}

/** The same for whoever reports nothing: to find the settings that do nothing takes a third of the time. */
export async function readConfig(root: string) {
  const { file, value } = await findConfig(root)
  const origins: Origins = new WeakMap()
  const advice: Advice[] = []
  const resolved = await resolveRefs(value, file, { root, origins, advice })
  if (!isRecord(resolved))
    throw unusable(file, 'The file should hold one object.', 'Start it with { and end it with }.')
  const isMint = file === 'mint.json'
  const written = new Cursor(resolved, file, '', { origins, advice })
  const cursor = isMint ? new Cursor(convertMint(resolved), file, '', { origins, advice }) : written
  if (!cursor.at('navigation').present) {
    throw unusable(file, 'There is no navigation.', 'Add "navigation": {"pages": ["index"]} and name your pages in it.')
  }
  return {
    file,
    config: readSettings(cursor),
    navigation: cursor.at('navigation'),
    advice,
    closed: readClosed(cursor),
    written,
    isMint,
  }
}

function listUnused(written: Cursor, isMint: boolean, fonts?: FetchedFonts): UnusedSetting[] {
  return [...findUnused(written, knownSettings, isMint ? 'mint' : ''), ...findUncarried(written.at('fonts'), fonts)]
}

function readClosed(cursor: Cursor): string | undefined {
  if (needsLogin(cursor.at('authentication'))) return 'readers must log in to see it'
  const settings = [cursor.at('public'), cursor.at('navigation').at('public')]
  return settings.some(({ value }) => value !== undefined && value !== true) ? notPublic : undefined
}

/** Any setting but a plain “no” counts: a page is published by mistake only once. */
function needsLogin(cursor: Cursor): boolean {
  return cursor.present && cursor.value !== false && cursor.at('enabled').value !== false
}

async function findConfig(root: string): Promise<{ file: string; value: unknown }> {
  for (const file of ['docs.json', 'mint.json']) {
    const read = await readJson(root, file)
    if (read) return { file, value: read.value }
  }
  throw unusable(
    'docs.json',
    'There is no docs.json in this folder.',
    'Name the folder that holds docs.json, or write one with a name and a navigation.',
  )
}

function unusable(file: string, message: string, suggestion: string): ConfigurationError {
  return new ConfigurationError([{ file, path: '', message, suggestion }])
}
