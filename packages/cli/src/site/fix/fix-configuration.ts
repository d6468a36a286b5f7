import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '@bindery/site'
import { type Fix, type KnownSite, keyOf } from './correct-address.ts'

/** Corrects the pages that the navigation names in almost the right way. */
export async function fixConfiguration(root: string, advice: Report['advice'], { pages }: KnownSite): Promise<Fix[]> {
  const fixes: Fix[] = []
  for (const { file, message } of advice) {
    const [, name] = /^There is no page “(.+)”\.$/s.exec(message) ?? []
    const alike = name === undefined ? [] : pages.filter(({ route }) => keyOf(route) === keyOf(`/${name}`))
    const [only] = alike
    if (name === undefined || only === undefined || alike.length > 1) continue
    const to = only.route.slice(name.startsWith('/') ? 0 : 1)
    const line = await replaceText(join(root, file), JSON.stringify(name), JSON.stringify(to))
    if (line !== undefined) fixes.push({ file, line, from: name, to })
  }
  return fixes
}

/** Undefined unless it stands there exactly once; else its line. */
async function replaceText(file: string, from: string, to: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8')
  const at = text.indexOf(from)
  if (at === -1 || text.includes(from, at + 1)) return undefined
  await writeFile(file, text.slice(0, at) + to + text.slice(at + from.length))
  return text.slice(0, at).split('\n').length
}
