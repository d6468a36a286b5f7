import { join } from 'node:path'
import { isRecord } from '../config/cursor.ts'
import { readConfig } from '../config/load-config.ts'
import { ConfigurationError } from '../model/advice.ts'
import { asksForDate } from './dates/date-pages.ts'
import { choosePages } from './files/choose-pages.ts'
import { readIgnores } from './files/ignores/read-ignores.ts'
import { listFiles } from './files/list-files.ts'
import { mapConcurrently } from './files/map-concurrently.ts'
import { readPageHead } from './files/read-page-head.ts'
import type { PlanMemory } from './memory/plan-memory.ts'
import { readChannelName, readOperationName } from './openapi/read-operation-name.ts'
import { isRemote, readRemoteUrl } from './openapi/remote-url.ts'
import { whyPrivate } from './privacy/why-private.ts'

/** What a site needs beside its files: who may fetch it does so before the site is planned. */
export interface SourceSurvey {
  /** URLs of descriptions on other hosts, each once: those of the configuration, then those of the pages. */
  specs: string[]
  /** Whether a page is to say when it was last changed. */
  asksForDates: boolean
}

export async function surveySources(root: string, memory?: PlanMemory): Promise<SourceSurvey> {
  const configured = await surveyConfig(root)
  const pages = await surveyPages(root, configured.asksForDates, memory)
  const sources = [configured, ...pages].flatMap(({ specs }) => specs)
  return {
    specs: [...new Set(sources.filter(isRemote).flatMap((source) => readRemoteUrl(source) ?? []))],
    asksForDates:
      pages.some(({ asksForDates }) => asksForDates) || (configured.asksForDates && configured.specs.length > 0),
  }
}

export async function listRemoteSpecs(root: string, memory?: PlanMemory): Promise<string[]> {
  return (await surveySources(root, memory)).specs
}

async function surveyConfig(root: string): Promise<SourceSurvey> {
  try {
    const { config, navigation } = await readConfig(root)
    const specs = [...config.api.openapi, ...config.api.asyncapi, ...listIn(navigation.value)]
    return { specs, asksForDates: config.timestamp === true }
  } catch (error) {
    // Planning says what is wrong with it.
    if (error instanceof ConfigurationError) return { specs: [], asksForDates: false }
    throw error
  }
}

/** `openapi` and `asyncapi` may stand at every level of the navigation, and an entry may name a file before its operation. */
function listIn(value: unknown, isSource = false): string[] {
  if (typeof value === 'string') return isSource ? [value] : sourcesIn(value)
  if (Array.isArray(value)) return value.flatMap((item) => listIn(item, isSource))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => listIn(inner, isSource || isSourceKey(key)))
}

function isSourceKey(key: string): boolean {
  return key === 'openapi' || key === 'asyncapi'
}

async function surveyPages(root: string, isDated: boolean, memory?: PlanMemory): Promise<SourceSurvey[]> {
  const { pages } = choosePages(await listFiles(root, await readIgnores(root)))
  const surveyed = mapConcurrently(pages.values(), 32, async (file) => {
    const path = join(root, file)
    const { front } = await (memory?.recall(path, readPageHead) ?? readPageHead(path))
    const isPrivate = whyPrivate(front, undefined, undefined) !== undefined
    if (isPrivate) return { specs: [], asksForDates: false }
    const specs = [...sourcesIn(front.openapi), ...sourcesIn(front.asyncapi, readChannelName)]
    return { specs, asksForDates: asksForDate(front, isDated) }
  })
  return await Array.fromAsync(surveyed)
}

function sourcesIn(text: unknown, read = readOperationName): string[] {
  return typeof text === 'string' ? [read(text)?.source ?? []].flat() : []
}
