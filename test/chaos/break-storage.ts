import { readServices } from '../../deploy/local/read-services.ts'
import { makeTenants } from './export-world.ts'
import { readBundle, type StartedExport } from './exports.ts'
import { startFaultyLine } from './faulty-line.ts'
import {
  countCompleted,
  countCorrupt,
  type Ended,
  exportUndisturbed,
  followExports,
  startNth,
} from './follow-exports.ts'
import { type Outcome, openWorld, type World } from './open-world.ts'

const atOnce = 6

/** Promise 4: a tenth of the calls to the storage goes wrong, on the way there or back, for so many calls. */
export async function breakStorage({ calls }: { calls: number }): Promise<Outcome> {
  const storage = readServices().BINDERY_S3_ENDPOINT ?? ''
  await using line = await startFaultyLine(storage)
  // Archives are read past the proxy: what counts is what lies there.
  const env = { BINDERY_S3_ENDPOINT: line.endpoint, BINDERY_S3_PUBLIC_ENDPOINT: storage }
  await using world = await openWorld({ workers: 2, env })
  const { url } = world.service
  const tenants = await makeTenants(world.service, 1)
  const expected = await exportUndisturbed(url, tenants)
  line.breakTenth(calls)
  const started: StartedExport[] = []
  const ended: Ended = new Map()
  while (line.left() > 0) {
    const next = Array.from({ length: atOnce }, (_, i) => startNth(url, tenants, started.length + i))
    started.push(...(await Promise.all(next)))
    await followExports(url, started, ended)
  }
  const completed = countCompleted(ended)
  const failed = started.filter(({ jobId }) => ended.get(jobId)?.status === 'failed')
  const figures = {
    calls,
    faults: line.broken(),
    exports: started.length,
    completed,
    failed: failed.length,
    lost: started.length - completed - failed.length,
    corrupt: await countCorrupt(url, started, ended, expected),
    unexplained: failed.filter(({ jobId }) => !ended.get(jobId)?.error || !ended.get(jobId)?.errorCode).length,
    halfPublished: await countPublished(world, failed),
  }
  const { lost, corrupt, unexplained, halfPublished } = figures
  return { figures, isKept: lost + corrupt + unexplained + halfPublished === 0 }
}

async function countPublished({ service, pool }: World, failed: StartedExport[]): Promise<number> {
  let published = 0
  for (const one of failed) {
    const { rows } = await pool.query('select bundle_key from export where id = $1', [one.jobId])
    const { status } = await readBundle(service.url, one)
    if (rows[0]?.bundle_key !== null || status !== 409) published += 1
  }
  return published
}
