import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listLeft, runInside, runVisibly } from '../run-inside.ts'

const execute = promisify(execFile)
const large = { maxBuffer: 64 * 1024 ** 2 }

/** `here`: in the network of `npm run cluster`, and nowhere else, whatever clusters this machine knows. */
export function findCluster(onlyCached: boolean): 'here' | 'own' | 'missing' {
  if (process.env.KUBECONFIG === '/run/bindery-cluster/admin.conf') return 'here'
  const cache = process.env.BINDERY_CACHE ?? join(homedir(), '.cache/bindery')
  return onlyCached && !existsSync(join(cache, 'cluster/bin/kubectl')) ? 'missing' : 'own'
}

export async function runInCluster(root: string, args: string[], earlierRef: string | undefined) {
  const cluster = join(root, 'test/parts/cluster')
  try {
    await runVisibly(cluster, ['up'])
    await loadImages(root, cluster, earlierRef)
    return await runInside(cluster, 'cluster', args)
  } finally {
    await execute(cluster, ['down'])
  }
}

/** From the container engine, which is used for that alone. */
async function loadImages(root: string, cluster: string, earlierRef: string | undefined): Promise<void> {
  const engine = join(root, 'test/parts/engine')
  const room = await mkdtemp(join(tmpdir(), 'bindery-images-'))
  const wasUp = (await listLeft(engine)).length > 0
  try {
    await runVisibly(engine, ['up'])
    const archive = join(room, 'images.tar')
    const save = [process.execPath, join(root, 'test/deployments/cluster/save-images.ts'), archive]
    console.log('      exporting the images …')
    await runVisibly(engine, ['run', ...save, ...(earlierRef === undefined ? [] : [earlierRef])])
    console.log('      importing the images into the cluster …')
    await execute(cluster, ['run', 'ctr', 'images', 'import', archive], large)
  } finally {
    await rm(room, { recursive: true, force: true })
    if (!wasUp) await execute(engine, ['down'])
  }
}
