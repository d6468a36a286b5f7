import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface ClaimedFolder extends Disposable {
  path: string
}

const busyCode = 5
const lockName = 'owner.sqlite'
const siblingName = /^worker-\d+$/

/**
 * A folder that no other process uses while this one lives: the given one, or `worker-1`, `worker-2` … inside of it. The
 * claim is a lock of the kernel on a file, so it ends with its process however that ends, and it holds between containers
 * that share a volume, where no process id would. Node opens no lock itself; SQLite does.
 */
export async function claimFolder(folder: string): Promise<ClaimedFolder> {
  for (let number = 0; ; number++) {
    const path = number === 0 ? folder : join(folder, `worker-${number}`)
    const claimed = await tryToClaim(path)
    if (!claimed) continue
    await emptyUnclaimed(folder, path)
    return claimed
  }
}

async function tryToClaim(path: string): Promise<ClaimedFolder | undefined> {
  await mkdir(path, { recursive: true })
  const lock = new DatabaseSync(join(path, lockName), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return { path, [Symbol.dispose]: () => lock.close() }
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === busyCode) return undefined
    throw error
  }
}

/** What workers left that are not run any more is in nobody's budget. The lock's own file stays: others may wait for it. */
async function emptyUnclaimed(folder: string, own: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!siblingName.test(name) || path === own) continue
    using claimed = await tryToClaim(path)
    if (claimed) await emptyFolder(path)
  }
}

async function emptyFolder(path: string): Promise<void> {
  const names = (await readdir(path)).filter((name) => !name.startsWith(lockName))
  await Promise.all(names.map((name) => rm(join(path, name), { recursive: true, force: true })))
}
