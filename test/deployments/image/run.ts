import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { readServices } from '../../../deploy/local/read-services.ts'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { assembleTree } from './assemble-tree.ts'
import { findFileFaults } from './check-files.ts'
import { type Container, openContainer } from './container.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)

/**
 * `--files` only looks at Dockerfile and compose file. Else also the image without an engine: its tree is made by the Dockerfile's own script, and each role runs from it on a root that
 * is read-only, as a user with no name, until a site that the worker exported is served by the host.
 */
export async function run(args: string[]): Promise<{ summary: Record<string, unknown>; failed: number }> {
  const faults = await findFileFaults(root)
  for (const fault of faults) console.log(`FAIL  ${fault}`)
  if (args.includes('--files')) return { summary: { fileFaults: faults.length }, failed: faults.length }
  const { values } = parseArgs({ args, options: { 'image-tree': { type: 'string' } }, strict: false })
  const room = await mkdtemp(join(tmpdir(), 'bindery-image-'))
  const database = `bindery_image_${randomBytes(4).toString('hex')}`
  const { DATABASE_URL = '', ...services } = readServices()
  const psql = (statement: string) => execute('psql', [DATABASE_URL, '-qXAt', '-c', statement])
  try {
    await psql(`create database ${database}`)
    // --image-tree names one that was made before: making it takes a minute of a core.
    const app = String(values['image-tree'] ?? (await assembleTree(root, room)))
    const env = { ...services, DATABASE_URL: Object.assign(new URL(DATABASE_URL), { pathname: database }).href }
    const roles = await useRoles(await openContainer(app, room), join(room, 'exchange'), env)
    return { summary: { roles, fileFaults: faults.length }, failed: faults.length }
  } finally {
    await psql(`drop database if exists ${database} with (force)`)
    await rm(room, { recursive: true, force: true })
  }
}

async function useRoles(container: Container, exchange: string, env: Record<string, string>): Promise<string[]> {
  const shown: string[] = []
  const show = (role: string, what: string) => {
    shown.push(role)
    console.log(`ok    ${role}: ${what}`)
  }
  await container.run(['bindery', 'new', '/exchange/docs'])
  show('bindery', 'wrote a site')
  const { url: repository } = await seedRepository(`public/image-${randomBytes(4).toString('hex')}`, `${exchange}/docs`)
  const server = { ...env, BINDERY_GIT_ALLOWED_HOSTS: env.BINDERY_GIT_URL ?? '', ...anyPort }
  const migrated = await container.run(['migrate'], server)
  show('migrate', `${migrated.trim().split('\n').at(-1)?.slice(0, 60)}…`)

  await using api = await container.start(['api'], server, /the API listens/)
  const { port, internalPort } = JSON.parse(api.line) as { port: number; internalPort: number }
  await container.run(['health'], { BINDERY_INTERNAL_PORT: String(internalPort) })
  show('api', `/readyz answers ${await askStatus(`http://127.0.0.1:${port}/readyz`)}, and its health check passes`)
  // The names by which the chart's autoscaler asks.
  const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
  for (const queue of ['exports', 'chunks', 'agent_jobs']) {
    if (!metrics.includes(`bindery_queue_waiting{queue="${queue}"} 0`))
      throw new Error(`Nobody says what waits in ${queue}.`)
  }

  await using worker = await container.start(['worker'], server, /the worker runs/)
  const key = await makeKey(container, server, repository)
  const service = { BINDERY_URL: `http://127.0.0.1:${port}`, BINDERY_API_KEY: key }
  const toFile = ['--output', '/exchange/bundle.tar.gz']
  const said = await container.run(['bindery', 'export', '--domain', 'image.example.com', ...toFile], service)
  show('worker', `exported ${said.trim()}`)

  const bundle = { BINDERY_STATIC_EXPORT_ENABLED: 'true', BINDERY_STATIC_EXPORT_BUNDLE_URL: '/exchange/bundle.tar.gz' }
  const listen = { BINDERY_LISTEN: '127.0.0.1:0', BINDERY_INTERNAL_LISTEN: '127.0.0.1:0' }
  await using host = await container.start(['host'], { ...bundle, ...listen }, /Listening at/)
  const [site, internal] = host.line.match(/http:\/\/[\d.:]+\d/g) ?? []
  await waitUntilReady(`${internal}/readyz`)
  show('host', `the first page answers ${await askStatus(`${site}/`)}`)
  for (const [name, role] of Object.entries({ host, worker, api })) {
    const code = await role.stop()
    if (code !== 0) throw new Error(`${name} ended with ${code} when it was asked to.`)
  }
  return shown
}

const anyPort = { BINDERY_PORT: '0', BINDERY_INTERNAL_PORT: '0' }

async function makeKey(container: Container, env: Record<string, string>, repository: string): Promise<string> {
  const admin = async (...args: string[]) => JSON.parse(await container.run(['admin', ...args, '--json'], env))
  const { id: organization } = await admin('organization', 'create', '--name', 'Harbor', '--plan', 'enterprise')
  const ofIt = ['--organization', organization]
  const { id: project } = await admin('project', 'create', ...ofIt, '--name', 'Docs', '--repository', repository)
  await admin('domain', 'add', 'image.example.com', '--project', project)
  const { key } = await admin('key', 'create', ...ofIt, '--name', 'pipeline', '--scope', 'write')
  return key
}

async function askStatus(url: string): Promise<number> {
  const { status } = await fetch(url)
  if (status === 200) return status
  throw new Error(`${url} answered ${status}.`)
}

/** The host listens at once and has the site a moment later. */
async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while ((await fetch(url)).status !== 200) {
    if (Date.now() > deadline) throw new Error(`${url} is not ready after a minute: ${await (await fetch(url)).text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
