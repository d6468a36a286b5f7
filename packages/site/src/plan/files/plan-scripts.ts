import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundProblem } from '../../model/finding.ts'
import type { AuthorScript, LeftOut } from '../../model/site-plan.ts'

/** Whether code of the author's runs in readers' browsers: `.js` files, and components that need one. */
export type AuthorCodeMode = 'off' | 'browser'

const snippetFolder = /(?:^|\/)_?snippets\//
/** Written for Node or for pages to import: a page cannot run it as it is. */
const isModule = /^(?:import|export)\b|^#!|\bmodule\.exports\b|\brequire\s*\(/m
const address = /["'`]https?:\/\/([\w.-]+)/g
// A page should not weigh more than a picture does.
const largest = 1_000_000

interface PlannedScripts {
  scripts: AuthorScript[]
  leftOut: LeftOut[]
  findings: FoundProblem[]
}

/** The `.js` files of the docs folder that run on every page, in the order of their names; they are copied as they are. */
export async function planScripts(root: string, sources: readonly string[]): Promise<PlannedScripts> {
  const planned: PlannedScripts = { scripts: [], leftOut: [], findings: [] }
  for (const file of sources) {
    if (!file.endsWith('.js') || snippetFolder.test(file)) continue
    const bytes = await readFile(join(root, file))
    const text = bytes.toString('utf8')
    if (bytes.length > largest) planned.leftOut.push({ file, reason: `a script of more than ${largest} bytes` })
    else if (isModule.test(text))
      planned.leftOut.push({ file, reason: 'a module: only what a page imports of it runs' })
    else {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
      planned.scripts.push({ file, hash, bytes: bytes.length })
      planned.findings.push(...findHosts(file, text))
    }
  }
  return planned
}

function findHosts(file: string, text: string): FoundProblem[] {
  const hosts = new Set([...text.matchAll(address)].map(([, host = '']) => host.toLowerCase()))
  return [...hosts].map((host) => {
    const message = `The script names ${host}. The pages' content policy lets it ask no other host.`
    return { code: 'blocked_host', message, file, line: 1, column: 1 }
  })
}
