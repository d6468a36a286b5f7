import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@bindery/client'
import type { Service } from '../../../deploy/local/start-service.ts'
import type { Tenant } from '../../support/make-tenant.ts'

export interface Exported {
  archive: string
  /** The same, extracted. */
  folder: string
  sha256: string
  seconds: number
}

const run = promisify(execFile)
const command = join(import.meta.dirname, '../../../packages/cli/dist/main.js')

/** One export through the API, downloaded and extracted. */
export async function exportDomain(service: Service, { key, domain }: Tenant, place: string): Promise<Exported> {
  const { exports } = createClient({ url: service.url, apiKey: key })
  const startedAt = performance.now()
  const { jobId } = await exports.start({ domain })
  const job = await exports.waitForEnd(jobId)
  if (job.status !== 'completed') throw new Error(`The export of ${domain} failed: ${job.error}`)
  const seconds = (performance.now() - startedAt) / 1000
  await mkdir(place)
  const [archive, folder] = [join(place, 'bundle.tar.gz'), join(place, 'site')]
  const { sha256 } = await exports.download(jobId, archive)
  await mkdir(folder)
  await run('tar', ['-xzf', archive, '-C', folder])
  return { archive, folder, sha256, seconds }
}

/** Undefined if `bindery verify --sealed` accepts the bundle. */
export async function verifySealed(archive: string): Promise<string | undefined> {
  return run(process.execPath, [command, 'verify', archive, '--sealed']).then(
    () => undefined,
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )
}

export async function readVendored(folder: string): Promise<{ url: string; path: string }[]> {
  const json = await readFile(join(folder, '_bindery/vendored.json'), 'utf8').catch(() => '[]')
  return JSON.parse(json)
}

/** By their paths in the folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
