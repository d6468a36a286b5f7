import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FetchedSpecs, gatherSpecs, listRemoteSpecs, type PlanMemory } from '@bindery/site'
import { createAsk } from './ask-for-spec.ts'

export type FetchSpecs = () => Promise<FetchedSpecs>

/** Fetches what the site names on other hosts into the folder; called again, only what is named since. */
export function createSpecFetcher(root: string, folder: string, memory?: PlanMemory): FetchSpecs {
  let known: FetchedSpecs = { folder, digests: {}, failures: {} }
  return async () => {
    const urls = await listRemoteSpecs(root, memory)
    const news = urls.filter((url) => !Object.hasOwn({ ...known.digests, ...known.failures }, url))
    const { digests, failures } = await gatherSpecs(news, { ask: createAsk(urls), folder })
    known = { folder, digests: { ...known.digests, ...digests }, failures: { ...known.failures, ...failures } }
    return known
  }
}

/** The descriptions of one build, gone at its end; without leave none are fetched. */
export async function fetchForBuild(
  root: string,
  isAllowed = false,
): Promise<{ fetched: FetchedSpecs | undefined } & AsyncDisposable> {
  if (!isAllowed) return { fetched: undefined, [Symbol.asyncDispose]: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'bindery-specs-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    return { fetched: await createSpecFetcher(root, folder)(), [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
