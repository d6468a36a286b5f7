import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SiteFile } from '../../model/site-file.ts'

const require = createRequire(import.meta.url)

/** Italics of the code face are left out: comments are slanted by the browser, and 60 KB stay home. */
const sheets = [
  '@fontsource-variable/inter/wght.css',
  '@fontsource-variable/inter/wght-italic.css',
  '@fontsource-variable/jetbrains-mono/wght.css',
]

export interface Fonts {
  /** `@font-face` rules; each face is a file for a range of characters, loaded when the page has one of them. */
  css: string
  files: SiteFile[]
  /** Path of the file that holds the letters of most pages. */
  text: string
}

/**
 * The faces we ship. They are `optional`: a page that is rendered before its face has come keeps the fallback, for lines that
 * break anew moved half of a page (a shift of 0.12 on slow 4G). The next page has it. Names hold digests; paths in `css`
 * are relative to `folder`.
 */
export function gatherFonts(folder: string): Fonts {
  const files: SiteFile[] = []
  const css = sheets.map((sheet) => {
    const path = require.resolve(sheet)
    const text = readFileSync(path, 'utf8').replace(/\/\*.*?\*\/\s*/g, '')
    return text.replace(/url\(\.\/files\/([\w-]+)\.woff2\) format\('woff2-variations'\)/g, (_, name: string) => {
      const bytes = readFileSync(join(dirname(path), 'files', `${name}.woff2`))
      const file = `fonts/${name}-${digest(bytes)}.woff2`
      files.push({ path: `${folder}/${file}`, bytes })
      return `url(${file}) format('woff2')`
    })
  })
  const text = files.find(({ path }) => path.includes('inter-latin-wght-normal'))?.path ?? ''
  return { css: css.join('').replaceAll('font-display: swap', 'font-display: optional'), files, text }
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}
