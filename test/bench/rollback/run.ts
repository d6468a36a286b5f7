import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import type { HostProcess } from '../../deployments/start-host.ts'
import type { Tenant } from '../../support/make-tenant.ts'
import { makeBenchTenant } from '../export/open-bench-site.ts'
import { timeExport } from '../export/time-export.ts'
import { readUnderLoad } from './read-under-load.ts'
import { startFollowingHost, untilServed } from './start-following-host.ts'

/** `npm run bench -- rollback`: goes back to each of many exports while readers ask, and times until every host serves it. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      exports: { type: 'string', default: '20' },
      hosts: { type: 'string', default: '3' },
      pages: { type: 'string', default: '100' },
      'bar-ms': { type: 'string', default: '2000' },
    },
  })
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-rollback-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  const service = await startService()
  parts.defer(() => service.stop())
  const { tenant, jobs } = await exportMany(service, work, Number(values.exports), Number(values.pages))
  const hosts: HostProcess[] = []
  for (let at = 0; at < Number(values.hosts); at++) {
    hosts.push(parts.use(await startFollowingHost(service, tenant, join(work, `host-${at}`))))
  }
  const latest = `This is version ${jobs.length}.`
  await Promise.all(hosts.map(({ url }) => untilServed(url, latest)))
  const load = readUnderLoad(hosts.map(({ url }) => url))
  const times = await visitEach(service.url, tenant, hosts, jobs)
  const { requests, failed } = await load.stop()
  return report({ exports: jobs.length, hosts: hosts.length, requests, failed, times }, Number(values['bar-ms']))
}

async function exportMany(service: Service, work: string, count: number, pages: number) {
  const repository = `public/rollback-${process.pid}`
  const root = join(work, 'site')
  await mkdir(root)
  const names = Array.from({ length: pages }, (_, at) => `page-${at}`)
  await writeFile(
    join(root, 'docs.json'),
    JSON.stringify({ name: 'Harbor', navigation: { pages: ['index', ...names] } }),
  )
  for (const name of names) await writeFile(join(root, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nThe same in all.\n`)
  const commit = async (version: number) => {
    await writeFile(join(root, 'index.mdx'), `---\ntitle: Harbor\n---\n\nThis is version ${version}.\n`)
    return (await seedRepository(repository, root)).url
  }
  const tenant = await makeBenchTenant(service, await commit(0))
  const jobs: string[] = []
  for (let version = 1; version <= count; version++) {
    await commit(version)
    jobs.push((await timeExport(service.url, tenant)).jobId)
  }
  return { tenant, jobs }
}

/** In an order that goes far and near, forth and back, and never stays. */
async function visitEach(url: string, { domain, key }: Tenant, hosts: readonly HostProcess[], jobs: readonly string[]) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const times: number[] = []
  for (let step = 1; step <= jobs.length; step++) {
    const at = (jobs.length - 1 + step * 7) % jobs.length
    const beganAt = performance.now()
    const body = JSON.stringify({ jobId: jobs[at] })
    const answer = await fetch(`${url}/v1/domains/${domain}/rollback`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`The roll back was refused: ${answer.status} ${await answer.text()}`)
    await Promise.all(hosts.map((host) => untilServed(host.url, `This is version ${at + 1}.`)))
    times.push(performance.now() - beganAt)
  }
  return times
}

interface Figures {
  exports: number
  hosts: number
  requests: number
  failed: number
  times: readonly number[]
}

function report({ times, ...figures }: Figures, barMs: number): boolean {
  const sorted = times.toSorted((a, b) => a - b)
  const medianSwitchMs = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
  const worstSwitchMs = Math.round(sorted.at(-1) ?? 0)
  const { exports, hosts, requests, failed } = figures
  console.log(
    `${exports} exports, ${hosts} hosts: all serve another one after ${medianSwitchMs} ms, ${worstSwitchMs} at worst`,
  )
  console.log(`${failed} of ${requests} requests failed meanwhile`)
  console.log(JSON.stringify({ ...figures, medianSwitchMs, worstSwitchMs }))
  return failed === 0 && requests > 0 && worstSwitchMs <= barMs
}
