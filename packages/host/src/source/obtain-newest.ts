import { hash } from 'node:crypto'
import type { Followed, StaticExport } from '../config/config.ts'
import { isFinal } from '../ops/host-error.ts'
import { findNewest } from './find-newest.ts'
import type { Keeper, Kept, Source } from './keep-bundle.ts'
import { linkExport } from './link-export.ts'
import { fetchAndPlace } from './obtain-bundle.ts'

/** Gets the newest export of a service and has it judged; `undefined` when it is what is kept already. */
export type ObtainNewest = (wish: StaticExport, follow: Followed, signal: AbortSignal) => Promise<Kept | undefined>

/** A link is asked for only when there is a new export; one that was refused is not fetched again for the same wish. */
export function createObtainNewest(keeper: Keeper): ObtainNewest {
  let refused: { wish: StaticExport; jobId: string; error: unknown } | undefined
  return async (wish, follow, signal) => {
    const jobId = await findNewest(follow, wish.version, signal)
    if (refused?.wish === wish && refused.jobId === jobId) throw refused.error
    try {
      return await obtainExport({ wish, follow, jobId, keeper, signal })
    } catch (error) {
      if (isFinal(error)) refused = { wish, jobId, error }
      throw error
    }
  }
}

interface Wanted {
  wish: StaticExport
  follow: Followed
  jobId: string
  keeper: Keeper
  signal: AbortSignal
}

async function obtainExport(wanted: Wanted): Promise<Kept | undefined> {
  const { wish, follow, jobId, keeper } = wanted
  const address = hash('sha256', `${follow.url} ${follow.domain}`)
  const known = keeper.kept?.source.address === address ? keeper.kept.source.etag : undefined
  const source = { address, etag: jobId }
  const next = jobId === known ? undefined : await takeExport(wanted, source, known)
  if (next) return next
  // Another export of the same content: what is kept is this one, too.
  const kept = await keeper.judge(wish)
  if (kept && jobId !== known) await keeper.keep({ ...kept, source }, wish)
  return undefined
}

/** A delta saves bytes and no more: where there is none, or it does not fit, the whole bundle does. */
async function takeExport(wanted: Wanted, source: Source, since: string | undefined): Promise<Kept | undefined> {
  const { wish, follow, jobId, keeper, signal } = wanted
  try {
    const { bundleUrl, sha256 } = await linkExport(follow, { jobId, since, allowHttp: wish.allowHttp }, signal)
    if (keeper.kept?.sha256 === sha256) return undefined
    const advice = 'It is tried again with a fresh link.'
    const remote = { url: bundleUrl, sha256, nameSource: () => source, advice }
    return await fetchAndPlace(remote, { ...wish, sha256 }, keeper, signal)
  } catch (error) {
    if (since === undefined || signal.aborted) throw error
    return takeExport(wanted, source, undefined)
  }
}
