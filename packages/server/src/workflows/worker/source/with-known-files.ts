import { mkdir } from 'node:fs/promises'
import type { HostCache, Scratch } from '../../cache/host-cache.ts'

/**
 * Lends what tasks of earlier exports have read of a project's files on this host. Of one project alone, like its source; an
 * export that comes meanwhile, or to another host, reads its files once more.
 */
export function withKnownFiles<T>(
  { cache }: { cache: Pick<HostCache, 'borrow'> },
  { projectId }: { projectId: string },
  use: (known: Scratch) => Promise<T>,
): Promise<T> {
  return cache.borrow(`known-files-${projectId}`, async (folder, { room }) => {
    await mkdir(folder, { recursive: true })
    return { result: await use({ folder, room }), isWorn: false }
  })
}
