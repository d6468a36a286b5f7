import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { readServices } from '../../deploy/local/read-services.ts'
import { runningGitea } from '../../deploy/local/seed-gitea.ts'
import { expectChromium } from './launch-chromium.ts'

const install = 'Run: deploy/local/install'
const installTests = 'Run: deploy/local/install --tests'

/** Programs on PATH, with the command that installs each. */
const programs = {
  apache2: installTests,
  aws: installTests,
  bwrap: installTests,
  caddy: installTests,
  curl: install,
  go: 'Install Go 1.26 or newer: https://go.dev/dl',
  helm: installTests,
  jq: install,
  nginx: installTests,
  openssl: 'Run: apt-get install openssl',
  psql: install,
  schemathesis: installTests,
  script: 'Run: apt-get install bsdutils',
  strace: installTests,
  taskset: 'Run: apt-get install util-linux',
  wrk: installTests,
}

export type Tool = keyof typeof programs | 'chromium' | 'services' | 'gitea' | 'root'

/** Ends a suite before it starts anything when tools are missing, and prints the command that provides each. */
export async function expectTools(tools: Iterable<Tool>): Promise<void> {
  const missing: string[] = []
  for (const tool of new Set(tools)) {
    try {
      await expectTool(tool)
    } catch (error) {
      missing.push((error as Error).message)
    }
  }
  if (missing.length === 0) return
  for (const message of missing) console.error(message)
  process.exit(1)
}

async function expectTool(tool: Tool): Promise<void> {
  if (tool === 'chromium') return expectChromium()
  if (tool === 'services') return expectServices()
  if (tool === 'gitea') return void runningGitea()
  if (tool === 'root') return expectRoot()
  if (!isOnPath(tool)) throw new Error(`${tool} is missing on PATH. ${programs[tool]}`)
}

async function expectServices(): Promise<void> {
  const { DATABASE_URL, BINDERY_S3_ENDPOINT, BINDERY_GIT_URL } = readServices()
  for (const url of [DATABASE_URL, BINDERY_S3_ENDPOINT, BINDERY_GIT_URL]) {
    const { hostname, port, protocol, host } = new URL(url ?? '')
    const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname)
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', () => reject(new Error(`The service at ${host} does not answer. Run: npm run services`)))
    }).finally(() => socket.destroy())
  }
}

function expectRoot(): void {
  if (process.getuid?.() !== 0) throw new Error('This suite needs root. Run it with sudo.')
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
