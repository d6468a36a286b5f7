import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDemo, smallDemo } from '../../deploy/local/prepare-demo.ts'
import { readServices } from '../../deploy/local/read-services.ts'
import { type Service, startService } from '../../deploy/local/start-service.ts'
import type { Demo } from '../support/demo.ts'
import { createCanaryRole } from './canaries/create-canary-role.ts'
import { startTrapListener, type TrapListener } from './clone-urls/start-trap-listener.ts'
import { makeTenant, type Tenant } from './make-tenant.ts'
import { startTrap, type Trap } from './pages/start-trap.ts'
import { measurePauses } from './patterns/watch-pauses.ts'
import { createSend, type Send } from './send-request.ts'
import { type GitHosts, startGitHosts } from './start-git-hosts.ts'
import { type RecordingModel, startModel } from './start-model.ts'

/** The product as an operator runs it, the hosts that attack it, and whatever it gave away to be searched. */
export interface World extends AsyncDisposable {
  service: Service
  demo: Demo
  tenant: Tenant
  send: Send
  database: pg.Pool
  hosts: GitHosts
  trap: TrapListener
  /** A server that the operator allows, and that nothing but what a corpus wants to be fetched may ask. */
  bait: Trap
  model: RecordingModel
  /** A folder of the suite's own. The worker keeps its files in `workFolder`, deep inside of it. */
  folder: string
  workFolder: string
  /** Of each process, by its pid: how long its event loop stood still. */
  pauseFolder: string
  /** By name: what must be found in no log, error, row or bundle. */
  secrets: Map<string, string>
  refusals: string[]
  bundles: Buffer[]
}

export async function prepareWorld(): Promise<World> {
  const stack = new AsyncDisposableStack()
  try {
    return await fillWorld(stack)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function fillWorld(stack: AsyncDisposableStack): Promise<World> {
  const folder = stack.adopt(mkdtempSync(join(tmpdir(), 'bindery-security-')), (path) =>
    rmSync(path, { recursive: true }),
  )
  // Deep enough that a name which climbs still ends in what is watched.
  const workFolder = join(folder, 'outside/work/a/b/c/d')
  const home = join(folder, 'outside/home')
  const pauseFolder = join(folder, 'pauses')
  for (const path of [workFolder, home]) mkdirSync(path, { recursive: true })
  const trap = stack.use(await startTrapListener())
  const hosts = stack.use(await startGitHosts(join(folder, 'served'), trap.port))
  const bait = stack.use(await startTrap())
  const model = stack.use(await startModel(join(folder, 'scripts')))

  const name = `bindery_security_${randomBytes(6).toString('hex')}`
  const role = stack.use(await createCanaryRole(name))
  const credentialKey = randomBytes(32).toString('base64')
  const { BINDERY_GIT_URL, BINDERY_GITEA_URL } = readServices()
  const allowed = [BINDERY_GIT_URL, BINDERY_GITEA_URL, hosts.open.origin, hosts.guarded.origin, bait.origin]
  const service = await startService({
    database: name,
    apis: 2,
    env: {
      ...model.env,
      ...measurePauses(pauseFolder),
      HOME: home,
      DATABASE_URL: role.databaseUrl,
      BINDERY_CREDENTIAL_KEY: credentialKey,
      BINDERY_GIT_ALLOWED_HOSTS: allowed.filter(Boolean).join(),
      BINDERY_WORKER_CACHE_FOLDER: workFolder,
      // Each process hears some hundred wrong keys within a minute.
      BINDERY_LIMIT_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
      BINDERY_LIMIT_ACTIVE_AGENT_JOBS: '1000',
    },
  })
  stack.defer(() => service.stop())
  const database = stack.adopt(new pg.Pool({ connectionString: role.databaseUrl, max: 4 }), (pool) => pool.end())
  const [demo, tenant] = await Promise.all([prepareDemo(service, smallDemo), makeTenant(service)])

  const secrets = new Map([
    ['database password', role.password],
    ['credential key', credentialKey],
    ['S3 secret', service.env.BINDERY_S3_SECRET_ACCESS_KEY ?? ''],
    ['token of the git host', service.env.BINDERY_GIT_TOKEN ?? ''],
    ['git credential', hosts.secret],
    ['key of the model', model.apiKey],
    ['key of the tenant', tenant.key],
    ...Object.entries(demo).filter(([field]) => /key$/i.test(field)),
  ])
  const refusals: string[] = []
  const send = createSend((text) => refusals.push(text))
  const parts = { service, demo, tenant, send, database, hosts, trap, bait, model, folder, workFolder, pauseFolder }
  const dispose = stack.move()
  return { ...parts, secrets, refusals, bundles: [], [Symbol.asyncDispose]: () => dispose.disposeAsync() }
}
