import { readFileSync } from 'node:fs'

/** A file of the theme; three folders up from both `src/layout/theme` and `dist/layout/theme`. */
export function readAsset(path: string): string {
  return readFileSync(new URL(`../../../assets/${path}`, import.meta.url), 'utf8')
}
