import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type HostProcess, type Readiness, startHost } from '../start-host.ts'
import { openWorld, type World } from './open-world.ts'
import { runAction } from './run-action.ts'
import { killWaiting, runCommand } from './run-command.ts'

/**
 * `--only following`: pipelines export with the command and with the script of the GitHub Action, and a host that
 * nobody touches serves each new export; then its key is revoked, and then the service is
 * gone.
 */
export async function run() {
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-following-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  await using world = await openWorld()
  const first = await exportByCommand(world, work)
  const reader = await world.createReadKey()
  await writeFile(join(work, 'key'), reader.key)
  const settings = settingsFor(world)
  const host = parts.use(await startHost(work, settings))
  await host.heard(/^Serving version v1/)
  const seconds = await exportByAction(world, work, host)
  await takeUpWait(world, work, host, first)
  await rollBack(world, host)
  await failOnPage(world, work, host)
  const link = await replaceKey(world, work, host, reader.id)
  await loseService(world, work, host, settings, link)
  return { summary: { versions: 4, failedExports: 2, secondsUntilTaken: seconds }, failed: 0 }
}

function settingsFor({ url, domain, publicKey }: World) {
  const follow = { url, domain, apiKeyFile: 'key' }
  return { staticExport: { enabled: true, allowHttp: true, refreshSeconds: 1, publicKeys: [publicKey], follow } }
}

/** As `URL=$(bindery export … --print-url)`. Returns the id, which the command tells in case that it is interrupted. */
async function exportByCommand(world: World, work: string): Promise<string> {
  await world.commit('This is v1.')
  const domain = ['--domain', world.domain]
  const { code, stdout, stderr } = await runCommand(world, [...domain, '--version', 'v1', '--print-url'], work)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^https?:\/\/\S+\n$/)
  assert.equal((await fetch(stdout.trim())).status, 200)
  const { key } = await world.createReadKey()
  const refused = await runCommand(world, domain, work, key)
  assert.deepEqual([refused.code, refused.stdout], [3, ''])
  assert.match(refused.stderr, /responded with 403 \(insufficient_scope/)
  console.log(`ok    the command printed a link that works; with a key that may only read: ${refused.stderr.trim()}`)
  return /--job (se_\w+)/.exec(stderr)?.[1] ?? ''
}

/** Returns how long after the export had completed the host had its bundle. */
async function exportByAction(world: World, work: string, host: HostProcess): Promise<number> {
  await world.commit('This is v2.')
  const inputs = { domain: world.domain, version: 'v2', output: 'v2.tar.gz' }
  const { code, stdout, stderr, outputs } = await runAction(world, inputs, work)
  assert.equal(code, 0, stderr)
  assert.deepEqual(Object.keys(outputs).sort(), ['bundle-url', 'job-id', 'sha256', 'version'])
  assert.equal(stdout, `::add-mask::${outputs['bundle-url']}\n`)
  assert.equal(hash('sha256', await readFile(join(work, 'v2.tar.gz'))), outputs.sha256)
  await host.heard(/^Serving version v2/)
  await seeSite(host, 'v2')
  const { status, copy, problem, takenAt }: Readiness & { takenAt?: string } = await host.readiness()
  assert.deepEqual({ status, copy, problem }, { status: 200, copy: 'fetched', problem: undefined })
  const { sha256 } = JSON.parse(await readFile(join(work, 'data/current.json'), 'utf8'))
  assert.notEqual(sha256, outputs.sha256, 'The whole bundle was fetched, and not the delta.')
  const completedAt = await world.completedAt(outputs['job-id'] ?? '')
  const seconds = Math.round((Date.parse(takenAt ?? '') - completedAt) / 100) / 10
  console.log(`ok    the action exported v2, and the host took it by a delta ${seconds} s after that, untouched`)
  return seconds
}

async function takeUpWait(world: World, work: string, host: HostProcess, since: string): Promise<void> {
  await world.commit('This is v3.')
  const jobId = await killWaiting(world, ['--domain', world.domain, '--version', 'v3'], work)
  const take = async (file: string, ...args: string[]) => {
    const { code, stderr } = await runCommand(world, ['--job', jobId, '--output', file, ...args], work)
    assert.equal(code, 0, stderr)
    return (await stat(join(work, file))).size
  }
  const [whole, delta] = [await take('v3.tar.gz'), await take('delta.tar.gz', '--since', since)]
  await host.heard(/^Serving version v3/)
  await seeSite(host, 'v3')
  assert.ok(delta < whole / 2)
  console.log(`ok    a killed wait was taken up with --job; the delta since v1 has ${delta} of ${whole} bytes`)
}

/** The host goes back and forth with the service. */
async function rollBack({ url, domain, writeKey }: World, host: HostProcess): Promise<void> {
  const headers = { authorization: `Bearer ${writeKey}`, 'content-type': 'application/json' }
  const change = async (operation: string, body: object) => {
    const answer = await fetch(`${url}/v1/domains/${domain}/${operation}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200)
    return (await answer.json()) as { jobId: string; version: string }
  }
  const current = await fetch(`${url}/v1/domains/${domain}/current`, { headers })
  const { jobId } = (await current.json()) as { jobId: string }
  for (const [operation, body, version] of [
    ['rollback', {}, 'v2'],
    ['publish', { jobId }, 'v3'],
  ] as const) {
    assert.equal((await change(operation, body)).version, version)
    await host.heard(new RegExp(`version ${version}`))
    await seeSite(host, version)
  }
  console.log('ok    the host went back to v2 and forth to v3 with the service')
}

async function failOnPage(world: World, work: string, host: HostProcess): Promise<void> {
  await world.commit('<Card>\n\nnever closed')
  const command = await runCommand(world, ['--domain', world.domain, '--pages', 'strict', '--print-url'], work)
  const action = await runAction(world, { domain: world.domain, pages: 'strict' }, work)
  for (const { code, stderr } of [command, action]) {
    assert.equal(code, 1)
    assert.match(stderr, /error index\.mdx:\d+:\d+: /)
    assert.match(stderr, /page_failed/)
  }
  assert.equal(command.stdout, '')
  assert.match(action.stderr, /^::error::The export se_\w+ failed: page_failed: /m)
  assert.deepEqual(Object.keys(action.outputs), ['job-id'])
  await seeSite(host, 'v3')
  console.log('ok    a bad page fails both with its file, line and column, and the host serves on')
}

/** Returns the link that was made last. */
async function replaceKey(world: World, work: string, host: HostProcess, oldKey: string): Promise<string> {
  await world.revokeKey(oldKey)
  const told = await host.heard(/answered 401/)
  await seeSite(host, 'v3')
  const { status, version, problem } = await host.readiness()
  assert.deepEqual({ status, version, code: problem?.code }, { status: 200, version: 'v3', code: 'key_refused' })
  console.log(`ok    the key was revoked: ${told}`)
  await world.commit('This is v4.')
  const args = ['--domain', world.domain, '--version', 'v4', '--print-url']
  const { code, stdout, stderr } = await runCommand(world, args, work)
  assert.equal(code, 0, stderr)
  await writeFile(join(work, 'key'), (await world.createReadKey()).key)
  await host.heard(/^Serving version v4/)
  await seeSite(host, 'v4')
  console.log('ok    a new key in the file was used without a restart')
  return stdout.trim()
}

/** All links have expired, the service does not answer, and the host is started anew. */
async function loseService(world: World, work: string, before: HostProcess, settings: object, link: string) {
  await world[Symbol.asyncDispose]()
  await before.heard(/cannot be reached/)
  await seeSite(before, 'v4')
  await before.stop()
  while ((await fetch(link)).status === 200) await wait(1000)
  await using host = await startHost(work, settings)
  const told = await host.heard(/cannot be reached/)
  await seeSite(host, 'v4')
  const { status, version, copy, problem } = await host.readiness()
  assert.deepEqual({ status, version, copy }, { status: 200, version: 'v4', copy: 'kept' })
  assert.equal(problem?.code, 'service_unreachable')
  await findNoKey(join(work, 'data'))
  console.log(`ok    the service is gone and the host was started again: ${told}`)
}

async function seeSite({ url }: HostProcess, version: string): Promise<void> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), new RegExp(`This is ${version}\\.`))
}

async function findNoKey(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    assert.doesNotMatch(text, /bnd_[0-9A-Za-z]{36}/, entry.name)
  }
}
