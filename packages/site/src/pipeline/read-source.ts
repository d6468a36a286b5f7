import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../model/page-tree.ts'

const replacement = '\uFFFD'

/** The text of a page; bytes that are none are shown as a sign that stands for them, and named. */
export function readSource(root: string, file: string): { source: string; problems: Diagnostic[] } {
  const bytes = readFileSync(join(root, file))
  const source = bytes.toString('utf8')
  const at = source.indexOf(replacement)
  if (at === -1 || isUtf8(bytes)) return { source, problems: [] }
  const before = source.slice(0, at).split('\n')
  const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  const message = 'Some bytes are not UTF-8, so characters are missing from here on. Save the file as UTF-8.'
  return { source, problems: [{ code: 'invalid_encoding', message, at: place }] }
}
