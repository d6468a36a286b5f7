import { hash } from 'node:crypto'
import type { Followed, StaticExport } from '../config/config.ts'
import { isFinal } from '../ops/host-error.ts'
import type { BundleStore, Source, StoredBundle } from './bundle-store.ts'
import type { LinkExport } from './link-export.ts'
import { fetchAndPlace } from './obtain-bundle.ts'

export interface DesiredExport {
  desired: StaticExport
  follow: Followed
  jobId: string
  signal: AbortSignal
}

type ObtainExport = (request: DesiredExport) => Promise<StoredBundle | undefined>

/**
 * Gets an export and has it verified; `undefined` when it is what is stored already. A link is asked for only when there
 * is a new one; one that was refused is not fetched again for the same settings.
 */
export function createObtainer(store: BundleStore, link: LinkExport): ObtainExport {
  let refused: { desired: StaticExport; jobId: string; error: unknown } | undefined
  return async (request) => {
    const { desired, jobId } = request
    if (refused?.desired === desired && refused.jobId === jobId) throw refused.error
    try {
      return await obtainExport(request, store, link)
    } catch (error) {
      if (isFinal(error)) refused = { desired, jobId, error }
      throw error
    }
  }
}

function addressOf({ url, domain }: Followed): string {
  return hash('sha256', `${url} ${domain}`)
}

/** The export that is stored, if it came from there. */
function storedJob({ stored }: BundleStore, follow: Followed): string | undefined {
  return stored?.source.address === addressOf(follow) ? stored.source.etag : undefined
}

async function obtainExport(
  request: DesiredExport,
  store: BundleStore,
  link: LinkExport,
): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId } = request
  const known = storedJob(store, follow)
  const source = { address: addressOf(follow), etag: jobId }
  const next = jobId === known ? undefined : await takeExport(request, store, link, { source, since: known })
  if (next) return next
  // Another export of the same content: what is kept is this one, too.
  const stored = await store.verify(desired)
  if (stored && jobId !== known) await store.store({ ...stored, source }, desired)
  return undefined
}

/** A delta saves bytes and no more: where there is none, or it does not fit, the whole bundle does. */
async function takeExport(
  request: DesiredExport,
  store: BundleStore,
  link: LinkExport,
  { source, since }: { source: Source; since: string | undefined },
): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId, signal } = request
  try {
    const { bundleUrl, sha256 } = await link(follow, { jobId, since, allowHttp: desired.allowHttp }, signal)
    if (store.stored?.sha256 === sha256) return undefined
    const advice = 'It is tried again with a fresh link.'
    const remote = { url: bundleUrl, sha256, nameSource: () => source, advice }
    return await fetchAndPlace(remote, { ...desired, expected: { ...desired.expected, sha256 } }, store, signal)
  } catch (error) {
    if (since === undefined || signal.aborted) throw error
    return takeExport(request, store, link, { source, since: undefined })
  }
}
