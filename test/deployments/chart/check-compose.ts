import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findUnknown } from './find-faults.ts'
import type { KnownSettings } from './known-settings.ts'
import { runTool } from './run-tool.ts'

interface Service {
  image: string
  command?: string | string[]
  environment?: Record<string, string>
  healthcheck?: object
}

/** The reference implementation of the Compose Specification reads all files, and ours only sets what is read. */
export async function checkCompose(root: string, known: KnownSettings): Promise<string[]> {
  const read = async (path: string) => expandVariables(await readFile(join(root, path), 'utf8'))
  await loadCompose(await read('deploy/local/compose.yaml'))
  await loadCompose(await read('compose.yaml'), await read('deploy/image/smoke.yaml'))
  const { services } = JSON.parse(await loadCompose(await read('compose.yaml'))) as {
    services: Record<string, Service>
  }
  return Object.entries(services).flatMap(([name, { image, command, environment, healthcheck }]) => {
    const isOurs = image === 'bindery'
    if (!isOurs) return healthcheck ? [] : [`compose.yaml: ${name} has no health check`]
    return findUnknown([command].flat()[0], Object.keys(environment ?? {}), known).map(
      (fault) => `compose.yaml: ${fault}`,
    )
  })
}

/** Whoever forgets the file with the secrets is told which one it is. */
export async function checkMissingSecrets(root: string): Promise<string[]> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8')
  const said = await loadCompose(text).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  const isTold = /POSTGRES_PASSWORD is missing a value: run deploy\/compose\/setup first/.test(said)
  return isTold ? [] : [`compose.yaml without .env says: ${said}`]
}

/** Each text goes over the one before. */
async function loadCompose(...texts: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-compose-'))
  const files = texts.map((_, index) => `${index}.yaml`)
  try {
    for (const [index, text] of texts.entries()) await writeFile(join(folder, `${index}.yaml`), text)
    for (const file of ['.env', 'host.env']) await writeFile(join(folder, file), '')
    return await runTool('compose-spec', ['-format', 'json', ...files], folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The reference implementation's own command does not hand the environment to what interpolates. Innermost first. */
function expandVariables(text: string): string {
  const once = text.replace(/\$\{\w+(?::([-?])([^{}]*))?\}/g, (_, sign, words) => (sign === '-' ? words : '10000'))
  return once === text ? text : expandVariables(once)
}
