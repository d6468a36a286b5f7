import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildFolder } from '../../../e2e/build-folder.ts'
import { serveFolder } from '../../../e2e/serve-folder.ts'
import type { Tally } from '../../corpus.ts'
import { Marks } from '../marks.ts'
import { type Findings, openEverything } from '../open-everything.ts'
import type { Trap } from '../start-trap.ts'
import { writeSite } from '../write-site.ts'
import { hostileComponents } from './hostile-components.ts'

const allowed = ['--author-code', 'browser']

interface ProofInput {
  browser: Browser
  work: string
  trap: Trap
  tally: Tally
  /** The folder of the hostile pages, what was built of it without the setting, and the names of its attempts. */
  pages: { root: string; out: string; marks: Marks }
}

/**
 * Author code off: none of it runs. On: it runs, and nothing else does, whatever a page gives to it. Of the hostile
 * pages only those are opened again that the setting changes.
 */
export async function proveAuthorCode({ browser, work, trap, tally, pages }: ProofInput): Promise<void> {
  const marks = new Marks(trap.origin)
  const { files, own } = hostileComponents(marks)
  await writeSite(work, files)
  trap.asked.clear()
  const off = await openBuilt(browser, work, `${work}.off`, [])
  reportRan(off, marks, new Set(), tally)
  const on = await openBuilt(browser, work, `${work}.on`, allowed)
  for (const id of own)
    if (!on.ran.has(id)) throw new Error(`${marks.nameOf(id)} did not run, so the rest proves nothing.`)
  reportRan(on, marks, own, tally)
  tally.tried += marks.names.length * 2

  const again = await openBuilt(browser, pages.root, `${pages.root}.on`, allowed, pages.out)
  reportRan(again, pages.marks, new Set(), tally)
  for (const path of trap.asked) tally.escapes.push(`asked with author code: ${path}`)
}

/** Pages that are the same as in another folder are not opened. */
async function openBuilt(
  browser: Browser,
  root: string,
  out: string,
  flags: string[],
  known?: string,
): Promise<Findings> {
  const { status, stderr } = await buildFolder(root, out, process.env, flags)
  if (status !== 0) throw new Error(`A site with author code could not be built (${status}): ${stderr.slice(-500)}`)
  await using server = await serveFolder(out)
  const addresses: string[] = []
  for (const name of await readdir(out, { recursive: true })) {
    if (!name.endsWith('.html') || (known && (await isSame(join(out, name), join(known, name))))) continue
    addresses.push(server.url + name.split('/').map(encodeURIComponent).join('/'))
  }
  if (addresses.length === 0) throw new Error('Author code changes no page, so nothing was tried.')
  const findings = await openEverything(browser, addresses)
  return { ...findings, seen: findings.seen.map((what) => what.replace(server.url, '')) }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => readFile(file).catch(() => Buffer.alloc(0))))
  return a !== undefined && b !== undefined && a.equals(b)
}

function reportRan({ ran, seen }: Findings, marks: Marks, own: Set<number>, tally: Tally): void {
  for (const id of ran) if (!own.has(id)) tally.escapes.push(`ran with author code: ${marks.nameOf(id)}`)
  tally.escapes.push(...seen.map((what) => `with author code: ${what}`))
}
