import { byCodeUnit } from '../plan/files/list-files.ts'
import type { RenderPool } from './pool/create-render-pool.ts'
import type { ShownByPage } from './pool/render-tasks.ts'

export interface ListRemoteInput {
  root: string
  /** What `listConfigured` gives. */
  configured: readonly string[]
  /** A plan that needs no assets. */
  planFile: string
  /** Those that `listCandidates` gives. */
  pages: string[]
  pool: Pick<RenderPool, 'listRemote'>
  group: string
  /** Hears what each page shows. */
  onPage?(shown: ShownByPage): Promise<void>
  signal?: AbortSignal | undefined
}

/** Every address on another host that a reader's browser would load for the site, each once and sorted. */
export async function listRemoteAssets(input: ListRemoteInput): Promise<string[]> {
  const { root, configured, planFile, pages, pool, group, onPage, signal } = input
  const urls = new Set(configured)
  for await (const shown of pool.listRemote({ root, planFile, pages, group, ...(signal && { signal }) })) {
    for (const url of shown.urls) urls.add(url)
    await onPage?.(shown)
  }
  return [...urls].sort(byCodeUnit)
}
