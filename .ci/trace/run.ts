/**
 * `npm run trace [-- --at COMMIT] [--only page|export] [--list]`: how many sources a page crosses from MDX to HTML, and an
 * export from the request to the bundle, and how often the way returns to an earlier folder. Functions write down their
 * first call; what an idle service calls is left out. Processes for tasks have an environment of their own and are not seen.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import { startService } from '../../deploy/local/start-service.ts'
import { makeBenchTenant } from '../../test/bench/export/open-bench-site.ts'
import { timeExport } from '../../test/bench/export/time-export.ts'
import { checkoutCommit } from '../../test/support/checkout-commit.ts'
import { type Crossings, countCrossings, readCalls } from './count-crossings.ts'

const exec = promisify(execFile)
const own = fileURLToPath(new URL('../../', import.meta.url))
const recorder = fileURLToPath(new URL('record-calls.ts', import.meta.url))
const renderer = fileURLToPath(new URL('render-one-page.ts', import.meta.url))

const { values } = parseArgs({
  options: { at: { type: 'string' }, only: { type: 'string' }, list: { type: 'boolean' } },
})
const work = await mkdtemp(join(tmpdir(), 'bindery-trace-'))
try {
  const tree = values.at ? await buildAt(values.at, join(work, 'tree')) : own
  const site = await writeSite(join(work, 'docs'))
  const wants = (part: string) => (values.only ?? part) === part
  const figures: Record<string, Crossings> = {}
  if (wants('page')) figures.page = await tracePage(tree, site, join(work, 'page'))
  if (wants('export')) figures.export = await traceExport(tree, site, join(work, 'export'))
  for (const [name, { folders }] of Object.entries(figures)) console.log(`${name}: ${folders.join(' → ')}`)
  console.log(
    JSON.stringify(
      Object.fromEntries(Object.entries(figures).map(([name, { files, returns }]) => [name, { files, returns }])),
    ),
  )
} finally {
  await rm(work, { recursive: true, force: true })
}

/** The packages as they were, built with the dependencies of today. */
async function buildAt(commit: string, folder: string): Promise<string> {
  checkoutCommit(own, commit, folder)
  await exec(join(own, 'node_modules/.bin/tsc'), ['-b', 'tsconfig.json'], { cwd: folder })
  // The second is its name of before.
  const joins = ['server/join-processes.ts', 'site/join-render-process.ts'].map((name) =>
    join(folder, 'packages', name),
  )
  for (const file of joins) if (existsSync(file)) await exec(process.execPath, [file])
  return folder
}

/** An ordinary page: a heading, a paragraph with a link, a list. */
async function writeSite(root: string): Promise<string> {
  await mkdir(root)
  const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`
  await writeFile(join(root, 'docs.json'), JSON.stringify({ name: 'Trace', navigation: { pages: ['index', 'guide'] } }))
  await writeFile(join(root, 'index.mdx'), page('Start', 'Read [the guide](/guide).\n\n- One\n- Two'))
  await writeFile(join(root, 'guide.mdx'), page('Guide', '## First\n\nGo [back](/index).\n\n- One\n- Two'))
  return root
}

async function tracePage(tree: string, site: string, folder: string): Promise<Crossings> {
  await mkdir(folder)
  const env = { ...process.env, TRACE_FOLDER: folder }
  await exec(process.execPath, ['--import', recorder, renderer, tree, site], { env })
  const calls = readCalls(folder)
  const began = calls.findIndex((call) => call.function === 'begin')
  list(calls.slice(began))
  return countCrossings(calls.slice(began), 'packages/site/src')
}

async function traceExport(tree: string, site: string, folder: string): Promise<Crossings> {
  await mkdir(folder)
  const { url: repository } = await seedRepository(`public/trace-${process.pid}`, site)
  const env = { NODE_OPTIONS: `--import=${recorder}`, TRACE_FOLDER: folder }
  const service = await startService({ main: join(tree, 'packages/server/dist/main.js'), env })
  try {
    const tenant = await makeBenchTenant(service, repository)
    const beginAnew = () => {
      for (const { child } of service.processes) child.kill('SIGUSR2')
      return performance.timeOrigin + performance.now()
    }
    // What runs once, and then what runs while nothing is asked for.
    await timeExport(service.url, tenant)
    await setTimeout(2_000)
    const idleSince = beginAnew()
    await setTimeout(8_000)
    const idle = new Set(readCalls(folder, idleSince).map((call) => call.function))
    const since = beginAnew()
    await timeExport(service.url, tenant)
    const calls = readCalls(folder, since).filter((call) => !idle.has(call.function))
    list(calls)
    return countCrossings(calls, 'packages/server/src')
  } finally {
    await service.stop()
  }
}

function list(calls: readonly { function: string }[]): void {
  if (!values.list) return
  for (const file of new Set(calls.map((call) => call.function.replace(/:\d+$/, '')))) console.log(file)
}
