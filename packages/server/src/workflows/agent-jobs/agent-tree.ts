import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { applyChanges, type Change, openTree, type Tree } from '@bindery/agent'
import type { Scratch } from '../cache/host-cache.ts'
import type { TaskJob } from '../tasks/run-task.ts'
import { openSnapshot, type SnapshotContext } from '../worker/open-snapshot.ts'
import type { StoredObject } from '../worker/stored-object.ts'

export interface OpenAgentTree {
  root: string
  tree: Tree
}

/**
 * The working tree of a turn on this host. A replay skips the steps that made it, and another host never had it: it is
 * built of the base and the patches that the steps before this one have stored, whenever this host's does not stand
 * exactly there.
 */
export function createAgentTree(
  context: SnapshotContext,
  job: TaskJob,
  snapshot: StoredObject,
  { folder, room }: Scratch,
) {
  let built = 0
  let taken = 0
  let open: (OpenAgentTree & { patches: number }) | undefined

  async function build(patches: readonly StoredObject[]): Promise<OpenAgentTree & { patches: number }> {
    // A new folder each time: an attempt that took too long may still be at work in the last one.
    await rm(join(folder, `tree-${built}`), { recursive: true, force: true })
    room.free(taken)
    taken = 0
    const root = join(folder, `tree-${++built}`)
    using base = await openSnapshot(context, job, snapshot)
    await room.take(base.bytes)
    taken = base.bytes
    await cp(base.path, root, { recursive: true })
    const tree = await openTree(root)
    for (const { key } of patches) await applyChanges(tree, await readPatch(context, key))
    return { root, tree, patches: patches.length }
  }

  return {
    /** As it is after these patches. Whatever `use` changes must be the next patch, or nothing. */
    async with<T>(patches: readonly StoredObject[], use: (tree: OpenAgentTree) => Promise<T>): Promise<T> {
      const here = open?.patches === patches.length ? open : await build(patches)
      // Until it has ended well nobody knows how far it came.
      open = undefined
      const result = await use(here)
      open = here
      return result
    },
    /** What was used last has left one more patch. */
    advance() {
      if (open) open.patches += 1
    },
  }
}

export type AgentTree = ReturnType<typeof createAgentTree>

async function readPatch({ store }: SnapshotContext, key: string): Promise<Change[]> {
  return JSON.parse((await store.getBytes(key)).toString('utf8')) as Change[]
}
