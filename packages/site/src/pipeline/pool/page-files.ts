import { readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { RenderedPage } from '../../model/page-facts.ts'

/** A page on its way between two processes of a pool, past the one that pays them: there it would have to be held. */
export function writePageFile(file: string, page: RenderedPage): number {
  const bytes = serialize(page)
  writeFileSync(file, bytes)
  return bytes.length
}

export function readRenderedPage(file: string): RenderedPage {
  return deserialize(readFileSync(file))
}
