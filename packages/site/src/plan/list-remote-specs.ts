import { isRecord } from '../config/cursor.ts'
import { readConfig } from '../config/load-config.ts'
import { ConfigurationError } from '../model/advice.ts'
import { asksForDate } from './dates/date-pages.ts'
import { choosePages } from './files/choose-pages.ts'
import { readIgnores } from './files/ignores/read-ignores.ts'
import { listFiles } from './files/list-files.ts'
import { readPageHead } from './files/read-page-head.ts'
import type { PlanMemory } from './memory/plan-memory.ts'
import { readAll } from './memory/read-all.ts'
import type { SourceSurvey } from './memory/source-survey.ts'
import { readChannelName, readOperationName } from './openapi/read-operation-name.ts'
import { isRemote, readRemoteUrl } from './openapi/remote-url.ts'
import { whyPrivate } from './privacy/why-private.ts'

/** With a digest of its files (see `digestPlanned`) what was found before in the same is taken over. */
export async function surveySources(root: string, memory?: PlanMemory, digest?: string): Promise<SourceSurvey> {
  if (!memory || digest === undefined) return await surveyAnew(root, memory)
  const survey = memory.held('survey', digest) ?? (await surveyAnew(root, memory))
  memory.hold('survey', digest, survey)
  return survey
}

async function surveyAnew(root: string, memory?: PlanMemory): Promise<SourceSurvey> {
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
  const heads = await readAll({ root, files: [...pages.values()], width: 32, read: readPageHead, memory })
  return heads.map(({ front }) => {
    const isPrivate = whyPrivate(front, undefined, undefined) !== undefined
    if (isPrivate) return { specs: [], asksForDates: false }
    const specs = [...sourcesIn(front.openapi), ...sourcesIn(front.asyncapi, readChannelName)]
    return { specs, asksForDates: asksForDate(front, isDated) }
  })
}

function sourcesIn(text: unknown, read = readOperationName): string[] {
  return typeof text === 'string' ? [read(text)?.source ?? []].flat() : []
}
