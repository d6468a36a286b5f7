import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from '../../e2e/build-folder.ts'
import type { Tally } from '../corpus.ts'
import { plantOutside, references } from './plant-outside.ts'
import { type Canaries, headAttempts, pageAttempts } from './server-attempts.ts'
import type { Trap } from './start-trap.ts'
import { writeSite } from './write-site.ts'

const variable = 'BINDERY_TEST_CANARY'

/** Builds pages that ask the host for something, and looks for a trace that they got it. */
export async function proveServer(work: string, trap: Trap, tally: Tally): Promise<void> {
  const secrets = { environment: randomUUID(), page: randomUUID(), configuration: randomUUID() }
  const [root, out] = [join(work, 'docs'), join(work, 'site')]
  const attempts = await writeAttempts(root, join(work, 'traces'), trap)
  await plantOutside(work, root, secrets)

  const { status, stderr } = await buildFolder(root, out, { ...process.env, [variable]: secrets.environment })
  tally.check(status === 0, `the build ended with ${status}: ${stderr.slice(-500)}`)
  const published = await readPublished(out)
  for (const { page, canaries, source } of attempts) {
    const text = published.get(page) ?? ''
    const hasRun = (await exists(canaries.file)) || trap.asked.has(new URL(canaries.url).pathname)
    const hasLeaked = text.includes(secrets.environment) || text.includes(secrets.page)
    tally.check(!hasRun && !hasLeaked, `evaluated on the server: ${source}`)
  }
  tally.tried += references.length
  for (const [name, secret] of Object.entries(secrets)) {
    const holders = [...published].filter(([, text]) => text.includes(secret)).map(([path]) => path)
    tally.check(holders.length === 0, `the secret of the ${name} stands in ${holders.slice(0, 3)}`)
  }
}

async function writeAttempts(root: string, traces: string, trap: Trap) {
  await mkdir(traces, { recursive: true })
  const attempts = [...pageAttempts, ...headAttempts].map((attempt, index) => {
    const file = join(traces, String(index))
    const canaries: Canaries = { file, variable, outside: 'outside.mdx', url: `${trap.origin}/server-${index}` }
    return { page: `attempt-${index}.html`, canaries, source: attempt(canaries) }
  })
  const pages = attempts.map(({ page, source }) => [page.replace('.html', '.mdx'), source])
  await writeSite(root, Object.fromEntries(pages))
  return attempts
}

async function readPublished(out: string): Promise<Map<string, string>> {
  const files = (await readdir(out, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  )
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(out.length + 1), await readFile(path, 'latin1')] as const
  })
  return new Map(await Promise.all(texts))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
