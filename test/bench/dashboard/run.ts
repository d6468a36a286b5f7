import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startService } from '../../../deploy/local/start-service.ts'
import { type PageName, runBareQueries } from './bare-queries.ts'
import { fillOrganization } from './fill-organization.ts'
import { fillReports } from './fill-reports.ts'
import { type Following, followPages } from './follow-pages.ts'

const pages: PageName[] = ['projects', 'exports', 'edits']

/** What people open next: a project, the report of its export and the search. */
const opened = {
  overview: 'projects/prj_0000000000000001',
  report: 'exports/se_0000000000000001/report',
  search: 'search?q=product-49',
}

/** What the pages that people leave open may take of one core. */
const liveBar = 0.05

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
      findings: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '200' },
      'bar-ms': { type: 'string', default: '100' },
      'bar-ratio': { type: 'string', default: '2' },
      live: { type: 'string', default: '200' },
      'live-seconds': { type: 'string', default: '30' },
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
    await using _reports = await fillReports(organizationId, Number(values.findings))
    const askPage = createReader(`${service.url}/dashboard/${organizationId}/`, cookie)
    const askBare = (page: PageName) => runBareQueries(client, page, { organizationId, sessionHash })
    const times: Record<string, Times> = {}
    for (const page of pages) times[page] = await race(page, Number(values.rounds), askPage, askBare)
    const openedMs: Record<string, number> = {}
    for (const [name, path] of Object.entries(opened)) openedMs[name] = await timePage(() => askPage(path), 50)
    const list = { path: `/dashboard/${organizationId}/exports`, cookie }
    const open = { pages: Number(values.live), seconds: Number(values['live-seconds']) }
    const live = await followPages(service, list, open)
    return report(times, openedMs, live, { barMs: Number(values['bar-ms']), barRatio: Number(values['bar-ratio']) })
  } finally {
    await client.end()
    await service.stop()
  }
}

type Ask<Path extends string = PageName> = (path: Path) => Promise<void>

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

/** The middle one of so many, after a quarter more to warm up. */
async function timePage(ask: () => Promise<void>, rounds: number): Promise<number> {
  const taken: number[] = []
  for (let i = -rounds / 4; i < rounds; i++) {
    const ms = await timeOf(ask)
    if (i >= 0) taken.push(ms)
  }
  return round(median(taken))
}

/** One connection that is kept, as a browser does. */
function createReader(base: string, cookie: string): Ask<string> {
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

function report(
  times: Record<string, Times>,
  openedMs: Record<string, number>,
  live: Following,
  { barMs, barRatio }: { barMs: number; barRatio: number },
): boolean {
  for (const [page, { pageMs, bareMs, ratio }] of Object.entries(times)) {
    console.log(`${page}: ${pageMs} ms, its bare queries ${bareMs} ms, ratio ${ratio}`)
  }
  for (const [name, ms] of Object.entries(openedMs)) console.log(`${name}: ${ms} ms`)
  console.log(`${live.pages} open pages take ${live.shareOfCore} of one core`)
  const all = Object.values(times)
  const medianMs = Math.max(...all.map(({ pageMs }) => pageMs), ...Object.values(openedMs))
  const ratio = Math.max(...all.map((one) => one.ratio))
  const passed = medianMs < barMs && ratio <= barRatio && live.shareOfCore < liveBar && live.refused === 0
  const bars = `${barMs} ms, ${barRatio} × the bare queries, ${liveBar} of a core for open pages`
  console.log(passed ? 'within the bars' : `beyond a bar: ${bars}`)
  console.log(JSON.stringify({ pages: times, opened: openedMs, live, medianMs, ratio }))
  return passed
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
