import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startService } from '../../../deploy/local/start-service.ts'
import { type PageName, runBareQueries } from './bare-queries.ts'
import { fillOrganization } from './fill-organization.ts'

const pages: PageName[] = ['projects', 'exports', 'edits']

interface Times {
  pageMs: number
  bareMs: number
  ratio: number
}

/** The first pages that people open, in an organization full of work, against the queries that they cannot do without. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      projects: { type: 'string', default: '500' },
      jobs: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '200' },
      'bar-ms': { type: 'string', default: '100' },
      'bar-ratio': { type: 'string', default: '2' },
    },
  })
  const service = await startService({ workers: 0 })
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL ?? '' })
  await client.connect()
  try {
    const create = ['organization', 'create', '--name', 'Dashboard', '--plan', 'enterprise']
    const { id: organizationId } = await service.admin<{ id: string }>(create)
    const sizes = { projects: Number(values.projects), jobs: Number(values.jobs) }
    const { cookie, sessionHash } = await fillOrganization(client, organizationId, sizes)
    const askPage = createReader(`${service.url}/dashboard/${organizationId}/`, cookie)
    const askBare = (page: PageName) => runBareQueries(client, page, { organizationId, sessionHash })
    const times: Record<string, Times> = {}
    for (const page of pages) times[page] = await race(page, Number(values.rounds), askPage, askBare)
    return report(times, Number(values['bar-ms']), Number(values['bar-ratio']))
  } finally {
    await client.end()
    await service.stop()
  }
}

type Ask = (page: PageName) => Promise<void>

/** In turns, so that whatever else the machine does falls on both alike; the first quarter warms up. */
async function race(page: PageName, rounds: number, askPage: Ask, askBare: Ask): Promise<Times> {
  const taken = { page: [] as number[], bare: [] as number[] }
  const warmUp = Math.ceil(rounds / 4)
  for (let i = -warmUp; i < rounds; i++) {
    const [pageMs, bareMs] = [await timeOf(() => askPage(page)), await timeOf(() => askBare(page))]
    if (i < 0) continue
    taken.page.push(pageMs)
    taken.bare.push(bareMs)
  }
  const [pageMs, bareMs] = [median(taken.page), median(taken.bare)]
  return { pageMs: round(pageMs), bareMs: round(bareMs), ratio: round(pageMs / bareMs) }
}

/** One connection that is kept, as a browser does. */
function createReader(base: string, cookie: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (page) =>
    new Promise((resolve, reject) => {
      const request = get(base + page, { agent, headers: { cookie } }, (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`GET ${base}${page} answered ${answer.statusCode}.`))
        })
      })
      request.on('error', reject)
    })
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function report(times: Record<string, Times>, barMs: number, barRatio: number): boolean {
  for (const [page, { pageMs, bareMs, ratio }] of Object.entries(times)) {
    console.log(`${page}: ${pageMs} ms, its bare queries ${bareMs} ms, ratio ${ratio}`)
  }
  const all = Object.values(times)
  const medianMs = Math.max(...all.map(({ pageMs }) => pageMs))
  const ratio = Math.max(...all.map((one) => one.ratio))
  const passed = medianMs < barMs && ratio <= barRatio
  console.log(passed ? 'within the bars' : `beyond a bar: ${barMs} ms, ${barRatio} × the bare queries`)
  console.log(JSON.stringify({ pages: times, medianMs, ratio }))
  return passed
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
