import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Packed, tree } from './pack-all.ts'

const run = promisify(execFile)
const pinned = join(import.meta.dirname, 'tools')
const installed = join(tree, '.dev/package-tools')
let installing: Promise<void> | undefined

/** What publint and are-the-types-wrong find in a package. */
export async function checkWithTools({ name, tarball, manifest }: Packed): Promise<string[]> {
  installing ??= install()
  await installing
  const hasTypes = Object.keys(manifest.exports ?? {}).some((key) => !key.endsWith('.json'))
  return [
    ...(await runTool(name, 'publint', ['--strict', tarball])),
    // Our packages are modules; one with a command alone has no types to check.
    ...(hasTypes
      ? await runTool(name, 'attw', ['--profile', 'esm-only', '--no-emoji', '--format', 'ascii', tarball])
      : []),
  ]
}

async function runTool(name: string, tool: string, args: string[]): Promise<string[]> {
  try {
    await run(process.execPath, [join(installed, 'node_modules/.bin', tool), ...args], { env: withoutColor() })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [`${tool} on ${name}:\n${stdout}${stderr}`]
  }
}

function withoutColor(): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
}

/** With their own lockfile: they bring 63 packages that nothing else here needs. */
async function install(): Promise<void> {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const done = join(installed, 'node_modules/.bin/attw')
  if (existsSync(done) && lock(installed) === lock(pinned)) return
  mkdirSync(installed, { recursive: true })
  cpSync(pinned, installed, { recursive: true })
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: installed })
}
