import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openAdminSession } from './admin-session.ts'
import { freePort } from './free-port.ts'
import { createModelServer } from './model-server.ts'
import { readServices } from './read-services.ts'

const ownMain = fileURLToPath(new URL('../../packages/server/dist/joined/main.mjs', import.meta.url))
const runs = fileURLToPath(new URL('../../.dev/runs/', import.meta.url))

export interface ServiceOptions {
  /** A database of its own, made fresh, unless a name is given. */
  database?: string
  apis?: number
  workers?: number
  port?: number
  env?: Record<string, string>
  /** What a worker's command begins with, such as what holds it to a part of the machine. */
  workerCommand?: readonly string[]
  /** Fills the new database before it is migrated. */
  restore?(databaseUrl: string): Promise<void>
}

export interface ServiceProcess {
  child: ChildProcess
  role: 'api' | 'worker'
  logFile: string
  /** Its health and figures. */
  internalUrl: string
}

/** The product as an operator runs it: separate processes, known only by their command line and their port. */
export interface Service {
  url: string
  urls: string[]
  env: Record<string, string>
  processes: ServiceProcess[]
  logFolder: string
  /** Where the scripted model listens, and counts the calls it gets; empty where a real one is configured. */
  modelUrl: string
  /** What `bindery-server admin … --json` printed. */
  admin<Answer>(args: string[], input?: string): Promise<Answer>
  /** `own` is of this process alone. */
  startProcess(role: ServiceProcess['role'], own?: Record<string, string>): Promise<ServiceProcess & { url?: string }>
  /** As an operator does who needs one worker less: it is no longer one of the processes. */
  stopProcess(process: ServiceProcess): Promise<void>
  stop(): Promise<void>
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const name = options.database ?? `bindery_${randomBytes(6).toString('hex')}`
  const logFolder = `${runs}${name}/`
  mkdirSync(logFolder, { recursive: true })
  const signingKey = `${logFolder}signing-key.pem`
  const model = await startModel(options)
  const prepared = await prepareEnvironment(name, options)
  const env = { BINDERY_SIGNING_KEY_FILE: signingKey, ...model.env, ...prepared }
  const processes: ServiceProcess[] = []
  const urls: string[] = []

  const startProcess = async (role: ServiceProcess['role'], own: Record<string, string> = {}) => {
    const wantedPort = role === 'api' && urls.length === 0 ? options.port : undefined
    const prefix = role === 'worker' ? (options.workerCommand ?? []) : []
    const command = [...prefix, process.execPath, ownMain, role]
    const started = await startRole(command, role, { ...env, ...own }, logFolder, wantedPort)
    processes.push(started)
    if (started.url) urls.push(started.url)
    return started
  }
  await options.restore?.(prepared.DATABASE_URL ?? '')
  const commands = await openAdminSession(env)
  await commands.run(['migrate'])
  if (!existsSync(signingKey)) await commands.run(['admin', 'signing-key', 'create', '--file', signingKey])
  for (let i = 0; i < (options.apis ?? 1); i++) await startProcess('api')
  for (let i = 0; i < (options.workers ?? 1); i++) await startProcess('worker')

  return {
    get url() {
      return urls[0] ?? ''
    },
    urls,
    env,
    processes,
    logFolder,
    modelUrl: model.url,
    admin: async (args, input) => JSON.parse(await commands.run(['admin', ...args, '--json'], input)),
    startProcess,
    async stopProcess(process) {
      processes.splice(processes.indexOf(process), 1)
      await stopChild(process.child)
    },
    async stop() {
      await Promise.all(processes.map(({ child }) => stopChild(child)))
      commands.close()
      model.stop()
    },
  }
}

const modelSettings = ['BINDERY_MODEL_PROVIDER', 'BINDERY_MODEL_BASE_URL', 'BINDERY_MODEL_API_KEY', 'BINDERY_MODELS']

/** The model that the caller's environment names; else one that plays scripts, in this process. */
async function startModel({ env: given = {} }: ServiceOptions) {
  const settings = modelSettings.flatMap((name) => {
    const value = given[name] ?? process.env[name]
    return value ? [[name, value]] : []
  })
  if (settings.length > 0) return { url: '', env: Object.fromEntries(settings) as Record<string, string>, stop() {} }
  const server = createModelServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env: Record<string, string> = {
    BINDERY_MODEL_PROVIDER: 'openai-compatible',
    BINDERY_MODEL_BASE_URL: `${url}/v1`,
    BINDERY_MODELS: 'scripted scripted-too',
  }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, env, stop }
}

async function prepareEnvironment(database: string, options: ServiceOptions): Promise<Record<string, string>> {
  const services = readServices()
  const databaseUrl = new URL(services.DATABASE_URL ?? '')
  if (databaseUrl.pathname !== `/${database}`) await createDatabase(databaseUrl.href, database)
  databaseUrl.pathname = `/${database}`
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    ...services,
    DATABASE_URL: databaseUrl.href,
    BINDERY_GIT_ALLOWED_HOSTS: [services.BINDERY_GIT_URL, services.BINDERY_GITEA_URL].filter(Boolean).join(','),
    BINDERY_CREDENTIAL_KEY: Buffer.alloc(32, 'development').toString('base64'),
    BINDERY_LOG_LEVEL: 'info',
    ...options.env,
  }
}

async function createDatabase(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`create database "${name}"`).finally(() => client.end())
}

async function startRole(
  [program = '', ...args]: readonly string[],
  role: ServiceProcess['role'],
  env: Record<string, string>,
  logFolder: string,
  wantedPort: number | undefined,
): Promise<ServiceProcess & { url?: string }> {
  const port = wantedPort ?? (await freePort())
  // Of this process alone: a port comes again, and those who read the log would take the words of another for its own.
  const logFile = `${logFolder}${role}-${port}-${randomBytes(3).toString('hex')}.log`
  const log = openSync(logFile, 'ax')
  const listen = {
    BINDERY_ADDRESS: env.BINDERY_ADDRESS ?? '127.0.0.1',
    BINDERY_PORT: String(port),
    BINDERY_INTERNAL_PORT: String(await freePort()),
    BINDERY_PUBLIC_URL: env.BINDERY_PUBLIC_URL ?? `http://127.0.0.1:${port}`,
  }
  const child = spawn(program, args, { env: { ...env, ...listen }, stdio: ['ignore', log, log] })
  const internal = `http://127.0.0.1:${listen.BINDERY_INTERNAL_PORT}`
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(role === 'api' ? url : internal, child, logFile)
  return { child, role, logFile, internalUrl: internal, ...(role === 'api' && { url }) }
}

async function waitUntilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}; its log is ${logFile}.`)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url}/readyz did not answer 200 within 300 s; the log is ${logFile}.`)
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const insist = setTimeout(() => child.kill('SIGKILL'), 30_000)
    child.once('exit', () => {
      clearTimeout(insist)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
