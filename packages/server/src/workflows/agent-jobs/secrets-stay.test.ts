import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { askGitea, createGiteaRepository, runningGitea } from '../../../../../deploy/local/seed-gitea.ts'
import { regionSite } from '../../../testing/sites.ts'
import { type AgentJobBench, openAgentJobBench } from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setCredential } from '../../core/credentials/set-credential.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const gitea = runningGitea()
const { token } = gitea
const credentialKeys = { current: randomBytes(32), previous: [] }
// In the form of a real one, and nobody's.
const npmToken = `npm_${'aB3'.repeat(12)}`
const repositories: string[] = []
let folder: string
let model: Server
let bench: AgentJobBench
let worker: Worker
/** All that the model was told since it was last emptied. */
let told: string[] = []

const call = (name: string, input: object) => ({ calls: [{ name, input }] })
const finish = (title: string) => call('finish', { title, summary: 'Done as asked.' })
const scripts = {
  'write-token': {
    match: ['write a token'],
    answers: [
      call('write', { path: 'tokens.mdx', content: `# Tokens\n\nUse \`${npmToken}\`.\n` }),
      finish('Add tokens'),
    ],
  },
  'token-in-title': {
    match: ['say it in the title'],
    answers: [call('write', { path: 'cli.mdx', content: '# CLI\n\nNew.\n' }), finish(`Use ${npmToken} and ${token}`)],
  },
  'move-notes': {
    match: ['move the notes'],
    answers: [call('move', { from: 'notes.mdx', to: 'moved.mdx' }), finish('Move the notes')],
  },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-stay-'))
  await mkdir(join(folder, 'scripts'))
  for (const [name, script] of Object.entries(scripts))
    await writeFile(join(folder, 'scripts', `${name}.json`), JSON.stringify(script))
  model = createModelServer({ scriptsFolder: join(folder, 'scripts') })
  model.prependListener('request', (request) => request.on('data', (part: Buffer) => told.push(part.toString())))
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  worker = await startWorker({ ...bench.workerDeps, credentialKeys, git: { policy: { allowedHosts: [gitea.url] } } })
})
beforeEach(() => {
  told = []
})
afterAll(async () => {
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
  for (const name of repositories) await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  await rm(folder, { recursive: true })
})

/** Runs one instruction on a repository of its own, with the small site and these files beside it. */
async function runJob(instruction: string, files: Record<string, string> = {}) {
  const source = await mkdtemp(join(folder, 'site-'))
  await cp(regionSite, source, { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(source, path), text)
  const name = `secrets-${randomBytes(4).toString('hex')}`
  repositories.push(name)
  const { url } = await createGiteaRepository(gitea, name, source)
  const { db } = bench.exports.database
  const projectId = await bench.exports.addProject(await bench.exports.addOrganization(), url)
  await db.updateTable('project').set({ git_host: 'gitea' }).where('id', '=', projectId).execute()
  await setCredential(db, operatorScope, { projectId, credential: { secret: token } }, operator, credentialKeys)
  const row = await bench.waitForEnd(await bench.startAgentJob(projectId, instruction))
  const commits = await askGitea<{ commit: { message: string } }[]>(
    gitea,
    `/repos/${gitea.owner}/${name}/commits?sha=${encodeURIComponent(row.branch)}&limit=1`,
  )
  const pulls = await askGitea<{ title: string; body: string }[]>(gitea, `/repos/${gitea.owner}/${name}/pulls`)
  return { row, message: commits?.[0]?.commit.message, pull: pulls?.[0] }
}

test('a page with a token is not pushed, and the job says what it looks like and not what it is', async () => {
  const { row, message, pull } = await runJob('Please write a token into the docs.')
  expect(row).toMatchObject({ status: 'failed', error_code: 'checks_failed', pr_link: null })
  expect(row.error).toContain('looks like')
  expect(row.error).not.toContain(npmToken)
  expect([message, pull]).toEqual([undefined, undefined])
})

test('a title with a token and the credential stands redacted in the commit and the pull request', async () => {
  const { row, message, pull } = await runJob('Change the CLI page and say it in the title.')
  expect(row).toMatchObject({ status: 'completed' })
  for (const text of [message, pull?.title, `${pull?.title} ${pull?.body}`, JSON.stringify(row)]) {
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(npmToken)
    expect(text).not.toContain(token)
  }
})

test('what a finding quotes is redacted for the model, the job and the engine', async () => {
  const { row } = await runJob('Please move the notes.', { 'notes.mdx': `# Notes\n\nSee [them](/old/${token}).\n` })
  expect(row).toMatchObject({ status: 'failed', error_code: 'checks_failed' })
  expect(told.join('')).toContain('[redacted]')
  expect(told.join('')).not.toContain(token)
  expect(JSON.stringify([row, await bench.listEvents(row.id)])).not.toContain(token)
  const { rows } = await bench.exports.database.pool.query(
    'select from dbos.operation_outputs where workflow_uuid = $1 and output like $2',
    [`${row.id}:t1`, `%${token}%`],
  )
  expect(rows).toHaveLength(0)
})
