import { join } from 'node:path'
import { isRecord } from '../config/cursor.ts'
import { loadConfig } from '../config/load-config.ts'
import { ConfigurationError } from '../model/advice.ts'
import { choosePages } from './files/choose-pages.ts'
import { readIgnores } from './files/ignores/read-ignores.ts'
import { listFiles } from './files/list-files.ts'
import { mapConcurrently } from './files/map-concurrently.ts'
import { readPageHead } from './files/read-page-head.ts'
import type { PlanMemory } from './memory/plan-memory.ts'
import { readOperationName } from './openapi/read-operation-name.ts'
import { isRemote, readRemoteUrl } from './openapi/remote-url.ts'
import { whyPrivate } from './privacy/why-private.ts'

/**
 * The URLs of descriptions on other hosts that a site names, each once: those of the configuration, then those of the
 * pages. Who may fetch them does so before the site is planned.
 */
export async function listRemoteSpecs(root: string, memory?: PlanMemory): Promise<string[]> {
  const sources = [...(await listConfigured(root)), ...(await listOnPages(root, memory))]
  return [...new Set(sources.filter(isRemote).flatMap((source) => readRemoteUrl(source) ?? []))]
}

async function listConfigured(root: string): Promise<string[]> {
  try {
    const { config, navigation } = await loadConfig(root)
    return [...config.api.openapi, ...listIn(navigation.value)]
  } catch (error) {
    // Planning says what is wrong with it.
    if (error instanceof ConfigurationError) return []
    throw error
  }
}

/** `openapi` may stand at every level of the navigation, and an entry may name a file before its operation. */
function listIn(value: unknown, isSource = false): string[] {
  if (typeof value === 'string') return isSource ? [value] : sourcesIn(value)
  if (Array.isArray(value)) return value.flatMap((item) => listIn(item, isSource))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => listIn(inner, isSource || key === 'openapi'))
}

async function listOnPages(root: string, memory?: PlanMemory): Promise<string[]> {
  const { pages } = choosePages(await listFiles(root, await readIgnores(root)))
  const named = mapConcurrently(pages.values(), 32, async (file) => {
    const path = join(root, file)
    const { front } = await (memory?.recall(path, readPageHead) ?? readPageHead(path))
    const isPrivate = whyPrivate(front, undefined, undefined) !== undefined
    return typeof front.openapi === 'string' && !isPrivate ? sourcesIn(front.openapi) : []
  })
  return (await Array.fromAsync(named)).flat()
}

function sourcesIn(text: string): string[] {
  return [readOperationName(text)?.source ?? []].flat()
}
