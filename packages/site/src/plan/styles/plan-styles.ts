import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlannedStyles } from '../../model/site-plan.ts'
import { sanitizeCss } from '../../page/sanitize/css/write-css.ts'
import { readRemoteAddress } from '../assets/remote/list-candidates.ts'
import { byCodeUnit } from '../files/list-files.ts'
import { mapConcurrently } from '../files/map-concurrently.ts'
import type { PlanMemory } from '../memory/plan-memory.ts'

/** The style sheets of a docs folder in their order, which is that of their paths, and what they show of other hosts. */
export async function planStyles(root: string, files: string[], memory?: PlanMemory): Promise<PlannedStyles> {
  const read = mapConcurrently([...files].sort(byCodeUnit), 8, async (file) => {
    const path = join(root, file)
    return { file, ...(await (memory?.recall(path, readStyle) ?? readStyle(path))) }
  })
  const sheets = await Array.fromAsync(read)
  return {
    files: sheets.map(({ file, digest }) => [file, digest]),
    remote: [...new Set(sheets.flatMap(({ remote }) => remote))].sort(byCodeUnit),
  }
}

async function readStyle(path: string): Promise<{ digest: string; remote: string[] }> {
  const source = await readFile(path, 'utf8')
  const remote: string[] = []
  sanitizeCss(source, {
    resolve: (url) => {
      const address = readRemoteAddress(url)
      if (address !== undefined) remote.push(address)
      return { reason: '' }
    },
    refuse: () => {},
  })
  return { digest: hash('sha256', source).slice(0, 12), remote }
}
