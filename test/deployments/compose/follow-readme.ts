import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Beside an installation that the machine may have. */
export const composeProject = 'bindery-test'

export interface Product extends AsyncDisposable {
  folder: string
  secondsToRun: number
  /** What the last command printed. */
  address: string
  setupCode: string
  /** A line of shell in the clone. */
  shell(line: string, env?: Record<string, string>): Promise<string>
}

/** The first commands of the README, as they stand there, in a clone of what is committed. */
export async function followReadme(root: string, folder: string, cold: boolean): Promise<Product> {
  const shell = await openClone(root, folder)
  const commands = await readCommands(join(folder, 'README.md'))
  if (cold) await shell('docker image rm --force bindery; docker builder prune --all --force')
  const began = performance.now()
  let printed = ''
  for (const command of commands) {
    console.log(`      ${command} …`)
    printed = await shell(command)
  }
  const secondsToRun = (performance.now() - began) / 1000
  const [, address = '', setupCode = ''] = /(http:\S+)\/setup .* ((?:[A-Z2-9]{5}-){3}[A-Z2-9]{5})/.exec(printed) ?? []
  if (!setupCode) throw new Error(`The last command printed no address and code: ${printed}`)
  if (((await stat(join(folder, '.env'))).mode & 0o077) !== 0) throw new Error('.env can be read by others.')
  return {
    folder,
    secondsToRun,
    address,
    setupCode,
    shell,
    async [Symbol.asyncDispose]() {
      await shell('touch host.env; docker compose --profile host down --volumes')
    },
  }
}

/** A clone of what is committed, and nothing of a run that broke off. Returns what runs a line of shell in it. */
export async function openClone(root: string, folder: string): Promise<Product['shell']> {
  await execute('git', ['clone', '--quiet', '--no-hardlinks', root, folder])
  const shell = async (line: string, env: Record<string, string> = {}) => {
    const options = {
      cwd: folder,
      env: { ...ownEnvironment(), COMPOSE_PROJECT_NAME: composeProject, ...env },
      maxBuffer: 256 * 1024 ** 2,
    }
    return (await execute('bash', ['-ec', line], options)).stdout
  }
  await shell(`cd .. && docker compose --project-name ${composeProject} down --volumes`)
  return shell
}

/** Without the settings of services that run beside: Compose would take them before those of the clone's `.env`. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isService = (name: string) => name === 'DATABASE_URL' || (/^BINDERY_/.test(name) && name !== 'BINDERY_CACHE')
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isService(name)))
}

/** Of its first block of shell, without the line that clones. */
async function readCommands(file: string): Promise<string[]> {
  const [, block = ''] = /```sh\n(.*?)```/s.exec(await readFile(file, 'utf8')) ?? []
  const [clone = '', ...commands] = block.trim().split('\n')
  if (!clone.startsWith('git clone ') || commands.length > 3)
    throw new Error(`The README does not begin with a clone and at most three commands:\n${block}`)
  return commands
}
