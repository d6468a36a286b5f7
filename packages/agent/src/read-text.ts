import { readFileSync } from 'node:fs'

/** A text for the model, written beside the code that uses it: `tools/edit.md`. The compiler copies none, so built code reads the source's. */
export function readText(path: string): string {
  return readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8').trim()
}
