import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const large = { maxBuffer: 64 * 1024 ** 2 }

/** `here`: we are in its network already. */
export async function openCluster(root: string, onlyCached: boolean): Promise<'here' | 'own' | 'missing'> {
  if (process.env.BINDERY_CLUSTER_ENTERED) return 'here'
  const cache = process.env.BINDERY_CACHE ?? join(homedir(), '.cache/bindery')
  if (onlyCached && !existsSync(join(cache, 'cluster/bin/kubectl'))) return 'missing'
  await execute(join(root, 'deploy/local/cluster'), ['up'], large)
  return 'own'
}

/** The same part again, as a process in the cluster's network; what it found is its last line. Then the cluster is ended. */
export async function runInCluster(root: string, args: string[]) {
  const cluster = join(root, 'deploy/local/cluster')
  try {
    await loadImages(root, cluster)
    const command = [process.execPath, join(root, 'test/deployments/run.ts'), '--only', 'cluster', ...args]
    const env = { ...process.env, BINDERY_CLUSTER_ENTERED: 'yes' }
    const child = spawn(cluster, ['run', ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.pipe(process.stdout, { end: false })
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
    const during = await listLeft(cluster)
    // Otherwise the list below could not show anything.
    if (during.length === 0) throw new Error('The cluster runs, and nothing of it is seen.')
    const found = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Found
    await execute(cluster, ['down'])
    const after = await listLeft(cluster)
    for (const one of after) console.log(`FAIL  left by the cluster: ${one}`)
    return { summary: { ...found.cluster, leftByCluster: after.length }, failed: found.failed + after.length }
  } finally {
    await execute(cluster, ['down'])
  }
}

interface Found {
  cluster: Record<string, unknown>
  failed: number
}

/** From the container engine, which is used for that alone. */
async function loadImages(root: string, cluster: string): Promise<void> {
  const engine = join(root, 'deploy/local/engine')
  const room = await mkdtemp(join(tmpdir(), 'bindery-images-'))
  const wasUp = (await listLeft(engine)).length > 0
  try {
    await execute(engine, ['up'], large)
    const save = [process.execPath, join(root, 'test/deployments/cluster/save-images.ts'), join(room, 'images.tar')]
    await execute(engine, ['run', ...save], large)
    await execute(cluster, ['run', 'ctr', 'images', 'import', join(room, 'images.tar')], large)
  } finally {
    await rm(room, { recursive: true, force: true })
    if (!wasUp) await execute(engine, ['down'])
  }
}

async function listLeft(tool: string): Promise<string[]> {
  return (await execute(tool, ['left'])).stdout.split('\n').filter(Boolean)
}
