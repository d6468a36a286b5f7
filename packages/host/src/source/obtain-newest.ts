import { hash } from 'node:crypto'
import type { Followed, StaticExport } from '../config/config.ts'
import { isFinal } from '../ops/host-error.ts'
import type { BundleStore, Source, StoredBundle } from './bundle-store.ts'
import { findNewest } from './find-newest.ts'
import { linkExport } from './link-export.ts'
import { fetchAndPlace } from './obtain-bundle.ts'

/** Gets the newest export of a service and has it judged; `undefined` when it is what is kept already. */
export type ObtainNewest = (
  desired: StaticExport,
  follow: Followed,
  signal: AbortSignal,
) => Promise<StoredBundle | undefined>

/** A link is asked for only when there is a new export; one that was refused is not fetched again for the same wish. */
export function createObtainNewest(store: BundleStore): ObtainNewest {
  let refused: { desired: StaticExport; jobId: string; error: unknown } | undefined
  return async (desired, follow, signal) => {
    const jobId = await findNewest(follow, desired.version, signal)
    if (refused?.desired === desired && refused.jobId === jobId) throw refused.error
    try {
      return await obtainExport({ desired, follow, jobId, store, signal })
    } catch (error) {
      if (isFinal(error)) refused = { desired, jobId, error }
      throw error
    }
  }
}

interface DesiredExport {
  desired: StaticExport
  follow: Followed
  jobId: string
  store: BundleStore
  signal: AbortSignal
}

async function obtainExport(request: DesiredExport): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId, store } = request
  const address = hash('sha256', `${follow.url} ${follow.domain}`)
  const known = store.stored?.source.address === address ? store.stored.source.etag : undefined
  const source = { address, etag: jobId }
  const next = jobId === known ? undefined : await takeExport(request, source, known)
  if (next) return next
  // Another export of the same content: what is kept is this one, too.
  const stored = await store.verify(desired)
  if (stored && jobId !== known) await store.store({ ...stored, source }, desired)
  return undefined
}

/** A delta saves bytes and no more: where there is none, or it does not fit, the whole bundle does. */
async function takeExport(
  request: DesiredExport,
  source: Source,
  since: string | undefined,
): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId, store, signal } = request
  try {
    const { bundleUrl, sha256 } = await linkExport(follow, { jobId, since, allowHttp: desired.allowHttp }, signal)
    if (store.stored?.sha256 === sha256) return undefined
    const advice = 'It is tried again with a fresh link.'
    const remote = { url: bundleUrl, sha256, nameSource: () => source, advice }
    return await fetchAndPlace(remote, { ...desired, sha256 }, store, signal)
  } catch (error) {
    if (since === undefined || signal.aborted) throw error
    return takeExport(request, source, undefined)
  }
}
