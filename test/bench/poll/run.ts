import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createOrganization } from '../../../deploy/local/create-organization.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { fillTable, idOfRow } from './fill-table.ts'
import { type Load, load, median } from './load.ts'

const connections = 10
const barePort = 18_999

/** GET of a job with authentication, tenancy and limits, against bare node:http with one prepared query. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      keys: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      bar: { type: 'string', default: '0.8' },
    },
  })
  const rows = Number(values.rows)
  const service = await startService({ workers: 0, env: { BINDERY_DATABASE_CONNECTIONS: String(connections) } })
  const bare = startBareServer(service)
  try {
    const files = await prepare(service, rows, Number(values.keys))
    await once(bare.stdout, 'data')
    const rounds = await race(service.url, Number(values.rounds), Number(values.seconds), files)
    return report(rounds, rows, Number(values.bar))
  } finally {
    bare.kill()
    await service.stop()
  }
}

function startBareServer(service: Service) {
  const env = { ...service.env, PORT: String(barePort), CONNECTIONS: String(connections) }
  const file = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function prepare(service: Service, rows: number, keyCount: number): Promise<Record<string, string>> {
  const limits = { requestsPerMinute: 100_000_000, keyCreationsPerHour: 100_000 }
  const id = await createOrganization(service.admin, 'Poll', { limits })
  const project = await service.admin<{ id: string }>([
    'project',
    'create',
    '--organization',
    id,
    '--name',
    'Poll',
    '--repository',
    'https://git.example.com/poll.git',
  ])
  const keys: string[] = []
  for (let i = 0; i < keyCount; i++) {
    keys.push((await service.admin<{ key: string }>(['key', 'create', '--organization', id, '--name', `k${i}`])).key)
  }
  console.log(`filling the table with ${rows} rows …`)
  await fillTable(service.env.DATABASE_URL ?? '', id, project.id, rows)
  return writeFiles(service.url, keys, rows)
}

/** 2,000 jobs taken evenly from the table, each with its ETag for the conditional rounds. */
async function writeFiles(url: string, keys: string[], rows: number): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-poll-'))
  const step = Math.max(1, Math.floor(rows / 2000))
  const lines: string[] = []
  for (let n = 1; n <= rows; n += step) {
    const path = `${url}/v1/static-export/jobs/${idOfRow(n)}`
    const answer = await fetch(path, { headers: { authorization: `Bearer ${keys[0]}` } })
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    lines.push(`${idOfRow(n)} ${answer.headers.get('etag')}`)
  }
  writeFileSync(join(folder, 'keys'), keys.join('\n'))
  writeFileSync(join(folder, 'ids'), lines.join('\n'))
  return { KEYS: join(folder, 'keys'), IDS: join(folder, 'ids') }
}

interface Rounds {
  bare: Load[]
  service: Load[]
  unchanged: Load[]
}

/** Alternating rounds, so that whatever else the machine does falls on all three alike; the first round warms up. */
async function race(url: string, count: number, seconds: number, files: Record<string, string>): Promise<Rounds> {
  const rounds: Rounds = { bare: [], service: [], unchanged: [] }
  for (let i = 0; i <= count; i++) {
    const round = {
      bare: await load(`http://127.0.0.1:${barePort}`, seconds, files),
      service: await load(url, seconds, files),
      unchanged: await load(url, seconds, { ...files, ETAGS: '1' }),
    }
    if (i === 0) continue
    for (const name of ['bare', 'service', 'unchanged'] as const) rounds[name].push(round[name])
    const rate = (one: Load) => `${one.requestsPerSecond}/s (p99 ${one.p99Ms} ms)`
    console.log(`round ${i}: bare ${rate(round.bare)}  service ${rate(round.service)}  304 ${rate(round.unchanged)}`)
  }
  return rounds
}

function report(rounds: Rounds, rows: number, bar: number): boolean {
  const rate = (loads: Load[]) => median(loads.map(({ requestsPerSecond }) => requestsPerSecond))
  const ratios = rounds.service.map((one, i) => one.requestsPerSecond / (rounds.bare[i]?.requestsPerSecond ?? 1))
  const faults = [...rounds.service, ...rounds.unchanged].reduce((sum, { non2xx, broken }) => sum + non2xx + broken, 0)
  const result = {
    ratio: Number(median(ratios).toFixed(3)),
    p99Ms: median(rounds.service.map(({ p99Ms }) => p99Ms)),
    requestsPerSecond: rate(rounds.service),
    bareRequestsPerSecond: rate(rounds.bare),
    unchangedRequestsPerSecond: rate(rounds.unchanged),
    rows,
    non2xx: faults,
  }
  const passed = result.ratio >= bar && faults === 0 && result.unchangedRequestsPerSecond > result.requestsPerSecond
  console.log(passed ? 'at or above the bar' : `below the bar: ratio ${bar}, no faults, a 304 cheaper than a 200`)
  console.log(JSON.stringify(result))
  return passed
}
