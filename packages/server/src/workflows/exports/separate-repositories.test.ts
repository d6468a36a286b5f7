import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setCredential } from '../../core/credentials/set-credential.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const credentialKeys = { current: randomBytes(32), previous: [] }
const credential = { username: 'reader', secret: 'canary-token' }
let bench: ExportBench
let server: GitServer
let worker: Worker
let repository: GitRepository
/** What git has asked the host for since it was last emptied. */
let asked: string[] = []

const listen = (request: IncomingMessage) => {
  request.on('data', (chunk: Buffer) => asked.push(chunk.toString('latin1')))
  return false
}

beforeAll(async () => {
  bench = await openExportBench()
  repository = new GitRepository(join(bench.folder, 'hosted', 'docs.git'))
  server = await startGitServer({ root: join(bench.folder, 'hosted'), credential, intercept: listen })
  const git = { policy: { allowedHosts: [server.origin] } }
  worker = await startWorker({ ...bench.workerDeps, git, credentialKeys })
})
afterAll(async () => {
  await worker.stop()
  await server[Symbol.asyncDispose]()
  await bench.close()
})

const docs = JSON.stringify({ name: 'Docs', theme: 'mint', navigation: { pages: ['index'] } })
const commit = (text: string) =>
  repository.commit(repository.tree(repository.files({ 'docs.json': docs, 'index.mdx': `# Index\n\n${text}\n` })))

async function makeProject(mayRead: boolean) {
  const organization = await bench.addOrganization()
  const projectId = await bench.addProject(organization, `${server.origin}/docs.git`)
  if (mayRead)
    await setCredential(bench.database.db, operatorScope, { projectId, credential }, operator, credentialKeys)
  return async (ref = 'main') => {
    asked = []
    return bench.waitForEnd(await bench.startExport(organization, projectId, { requested_ref: ref }))
  }
}

test('what one project has fetched is of no use to another of the same repository, with or without its credential', async () => {
  const first = commit('One.')
  const owner = await makeProject(true)
  expect(await owner()).toMatchObject({ status: 'completed', commit: first })
  const second = commit('Two.')
  expect(await owner()).toMatchObject({ status: 'completed', commit: second })
  // Its own repository goes on from what it has.
  expect(asked.join('')).toContain(`have ${first}`)

  const another = await makeProject(true)
  expect(await another()).toMatchObject({ status: 'completed', commit: second })
  expect(asked.join('')).toContain(`want ${second}`)
  expect(asked.join('')).not.toContain('have ')

  const locked = await makeProject(false)
  for (const ref of ['main', second]) {
    expect(await locked(ref)).toMatchObject({ status: 'failed', error_code: 'repository_auth_failed' })
  }
})
