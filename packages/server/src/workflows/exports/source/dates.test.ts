import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractBundle, unchecked } from '@bindery/bundle'
import { formatAdvice, type Report } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitServer, startGitServer } from '../../../../../../test/support/git-server.ts'
import { type ExportBench, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

let bench: ExportBench
let host: GitServer
let root: string
let worker: Worker
let organization: string
/** How often the host may still be asked for objects. */
let answers = Number.POSITIVE_INFINITY

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  root = await mkdtemp(join(tmpdir(), 'bindery-dates-'))
  host = await startGitServer({
    root,
    intercept: ({ method }, response) => {
      if (method === 'GET') return false
      answers -= 1
      return answers < 0 && Boolean(response.writeHead(503).end())
    },
  })
  worker = await startWorker({ ...bench.workerDeps, git: { policy: { allowedHosts: [host.origin] } } })
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
  await host[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

/** A repository with two commits: the second, a month later, changes one page. */
async function addSite(name: string, metadata: object) {
  const work = join(root, name)
  await mkdir(join(work, 'docs'), { recursive: true })
  const git = (date: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: work,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: 'pipe',
    })
  const commit = async (date: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(work, 'docs', path), text)
    git(date, 'add', '--all')
    git(date, 'commit', '--quiet', '--message', 'Change')
    git(date, 'push', '--quiet', '--force', join(root, `${name}.git`), 'HEAD:refs/heads/main')
  }
  execFileSync('git', ['init', '--quiet', '--bare', join(root, `${name}.git`)])
  execFileSync('git', ['--git-dir', join(root, `${name}.git`), 'config', 'uploadpack.allowFilter', 'true'])
  git('2026-01-01T00:00:00Z', 'init', '--quiet', '--initial-branch=main')
  const config = { name: 'Site', navigation: { pages: ['index', 'other'] }, metadata }
  await commit('2026-01-01T00:00:00Z', {
    'docs.json': JSON.stringify(config),
    'index.mdx': 'First.',
    'other.mdx': 'Other.',
  })
  await commit('2026-02-01T00:00:00Z', { 'index.mdx': 'Second.' })
  const project = await bench.addProject(organization, `${host.origin}/${name}.git`)
  await bench.database.db.updateTable('project').set({ docs_path: 'docs' }).where('id', '=', project).execute()
  return { project, commit }
}

async function runExport(project: string) {
  const before = host.requests.filter((request) => request.startsWith('POST')).length
  const id = await bench.startExport(organization, project)
  const row = await bench.waitForEnd(id)
  expect(row).toMatchObject({ status: 'completed', error: null })
  const text = Buffer.from(await bench.store.getBytes(exportReportKey(organization, id))).toString()
  const report: Report = JSON.parse(text)
  const posts = host.requests.filter((request) => request.startsWith('POST')).length - before
  const folder = join(root, id)
  await extractBundle([await bench.store.getBytes(row.bundle_key ?? '')], folder, unchecked)
  const days = ['index.html', 'other.html'].map(async (name) => {
    return /<time datetime="([^"]+)"/.exec(await readFile(join(folder, name), 'utf8'))?.[1]
  })
  return { row, posts, advice: report.advice.map(formatAdvice), days: await Promise.all(days) }
}

test('pages have the day of their last commit; the same commit is the same bundle, a later one changes its own page', async () => {
  const { project, commit } = await addSite('dated', { timestamp: true })
  const first = await runExport(project)
  expect(first).toMatchObject({ advice: [], days: ['2026-02-01', '2026-01-01'] })
  const again = await runExport(await bench.addProject(organization, `${host.origin}/dated.git`).then(inDocs))
  expect(again.row.bundle_sha256).toBe(first.row.bundle_sha256)
  await commit('2026-03-01T00:00:00Z', { 'other.mdx': 'Other, again.' })
  const changed = await runExport(project)
  expect(changed.row).toMatchObject({ pages_rendered: 1, pages_reused: 1 })
  expect(changed.days).toEqual(['2026-02-01', '2026-03-01'])
  // The same files as at first, on another day: a page's date is a part of what it is made from.
  await commit('2026-04-01T00:00:00Z', { 'other.mdx': 'Other.' })
  expect((await runExport(project)).days).toEqual(['2026-02-01', '2026-04-01'])
})

test('nothing more is fetched where no page asks for a date', async () => {
  const { project } = await addSite('plain', { timestamp: false })
  const off = await runExport(project)
  const { project: dated } = await addSite('asking', { timestamp: true })
  const on = await runExport(dated)
  expect(on.posts).toBeGreaterThan(off.posts)
  expect(off).toMatchObject({ advice: [], days: [undefined, undefined] })
  answers = off.posts
  const failed = await runExport((await addSite('failing', { timestamp: true })).project)
  answers = Number.POSITIVE_INFINITY
  expect(failed.advice).toEqual([
    expect.stringContaining(
      'docs.json at metadata.timestamp: Pages do not say when they were last changed: the git host did not send',
    ),
  ])
})

async function inDocs(project: string): Promise<string> {
  await bench.database.db.updateTable('project').set({ docs_path: 'docs' }).where('id', '=', project).execute()
  return project
}
