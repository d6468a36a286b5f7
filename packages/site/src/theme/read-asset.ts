import { readFileSync } from 'node:fs'

/** A file of the theme; two folders up from both `src/theme` and `dist/theme`. */
export function readAsset(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), 'utf8')
}
