import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { makeDemoSite } from '../../deploy/local/make-demo-site.ts'
import { askGitea, createGiteaRepository, runningGitea } from '../../deploy/local/seed-gitea.ts'
import { type Service, startService } from '../../deploy/local/start-service.ts'
import { makeTenant } from '../support/make-tenant.ts'

const domain = 'packages.example.com'

/** The installed command against a service that runs, in a pipe and in a terminal. Returns the commands that it ran. */
export async function useService(folder: string): Promise<string[]> {
  const source = join(folder, 'source')
  mkdirSync(source)
  makeDemoSite(source, 240)
  const gitea = runningGitea()
  const name = `packages-${randomBytes(4).toString('hex')}`
  await using stack = new AsyncDisposableStack()
  const { url: repository } = await createGiteaRepository(gitea, name, source)
  stack.defer(async () => void (await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })))
  const service = await startService({ workers: 1 })
  stack.defer(() => service.stop())
  const { key } = await makeTenant(service, { domain, repository })
  const terminal = createTerminal(folder, service.url)
  await inPipe(terminal, key)
  await inTerminal(terminal)
  await runAgent(terminal, service, gitea.token)
  return terminal.commands
}

/** With the scripted model of local work. */
async function runAgent({ pipe, show }: Terminal, { admin }: Service, token: string): Promise<void> {
  const [project = ''] = (await pipe(['projects'])).split('\t')
  await admin(['project', 'update', project, '--git-host', 'gitea'])
  await admin(['project', 'credential', 'set', project], token)
  const instruction = 'Document the new `--region` flag in the CLI page and link it from the quickstart'
  assert.match(await show(['agent', 'run', `'${instruction}'`]), /https?:\/\/\S+\/pulls\/1\s*$/)
  const [id = '', status] = (await pipe(['agent', 'list'])).split('\t')
  assert.equal(status, 'completed')
  assert.match(await pipe(['agent', 'show', id]), /^Pull request\thttps?:\/\/\S+\/pulls\/1$/m)
  assert.match(await pipe(['agent', 'show', id, '--transcript']), /\tpull_request\t/)
}

type Terminal = ReturnType<typeof createTerminal>

async function inPipe({ pipe }: Terminal, key: string): Promise<void> {
  await pipe(['login'], key)
  assert.match(await pipe(['status']), /^Projects\t1\nDomains\t1\n/m)
  const [project = ''] = (await pipe(['projects'])).split('\t')
  assert.match(await pipe(['domains', '--project', project]), /^packages\.example\.com\tprj_\w+\tverified\t-\t-$/)
  assert.match(await pipe(['export', '--domain', domain]), /^bundle\.tar\.gz: [\d,]+ bytes, SHA-256 [\da-f]{64}$/)
  assert.match(await pipe(['verify', 'bundle.tar.gz']), / is whole: /)
  const [id = '', status] = (await pipe(['exports', 'list'])).split('\t')
  assert.equal(status, 'completed')
  assert.match(await pipe(['exports', 'show', id]), /^Status\tcompleted$/m)
  assert.match(await pipe(['exports', 'report', id]), /^0 errors, \d+ warnings, .* (\d+) of \1 pages rendered\.$/)
  assert.match(await pipe(['exports', 'files', id]), /^index\.html\t\d+\ttext\/html/m)
  assert.match(await pipe(['exports', 'files', id, 'index.html']), /<html/)
}

/** The second export reuses the pages of the first, and still shows how it gets on. */
async function inTerminal({ show }: Terminal): Promise<void> {
  const screen = await show(['export', '--domain', domain, '--version', 'seen'])
  assert.match(screen, /\d+\/\d+ pages/)
  assert.match(screen, /bundle\.tar\.gz: [\d,]+ bytes/)
  assert.match(await show(['exports', 'list']), /ID +STATUS +DOMAIN/)
}

function createTerminal(cwd: string, url: string) {
  const commands: string[] = []
  const bin = join(cwd, 'node_modules/.bin/bindery')
  const env = { PATH: process.env.PATH, TERM: 'xterm', BINDERY_URL: url, XDG_CONFIG_HOME: join(cwd, 'config') }
  const run = async (child: ChildProcessByStdio<Writable, Readable, null>, args: string[], input: string) => {
    commands.push(args.slice(0, 2).join(' '))
    child.stdin.end(input)
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(code, 0, `bindery ${args.join(' ')} ended with ${code}: ${stdout}`)
    return stdout.trimEnd()
  }
  return {
    commands,
    pipe: (args: string[], input = '') =>
      run(spawn(bin, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] }), args, input),
    /** What the screen of a terminal shows; it is printed too. */
    async show(args: string[]): Promise<string> {
      const line = [bin, ...args].join(' ')
      const script = ['--quiet', '--return', '--command', line, '/dev/null']
      const screen = await run(spawn('script', script, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] }), args, '')
      console.log(
        `$ bindery ${args.join(' ')}\n${screen.replaceAll('\r\u001b[K', '').replaceAll('\u001b[K', '\n').replaceAll('\r', '')}`,
      )
      return screen
    },
  }
}
