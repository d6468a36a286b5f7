import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readAsset } from './read-asset.ts'
import { themeFiles } from './theme-files.ts'

const theme = themeFiles({ colors: { primary: '#0D9373' } })
const textOf = (path: string) => new TextDecoder().decode(theme.files.find((file) => file.path === path)?.bytes)

test('an ordinary page loads under 30 KB of style and 20 KB of script, compressed', () => {
  expect(gzipSync(textOf(theme.css)).length).toBeLessThan(30_000)
  expect(gzipSync(textOf(theme.script) + theme.headScript.text).length).toBeLessThan(20_000)
})

const scripts = readdirSync(new URL('../../../assets/js', import.meta.url))

test.each(scripts)('%s reads and writes data attributes with the reserved prefix only', (name) => {
  const rest = readAsset(`js/${name}`)
    .replace(/\bdata-bindery-/g, '')
    .replace(/\bdataset\.bindery[A-Z]/g, '')
    .replace(/'bindery\w+' in [\w.]+\.dataset\b/g, '')
    .replace(/\{ (?:bindery\w+: \w+,? )+\} = [\w.]+\.dataset\b/g, '')
  expect(rest).not.toMatch(/\bdata-|\bdataset\b/)
  expect(rest, 'an attribute whose name is computed').not.toMatch(/\.(?:get|has)Attribute\((?!')/)
})

test('every file that the style names is shipped, and none is on another host', () => {
  const css = textOf(theme.css)
  const paths = new Set(theme.files.map((file) => file.path))
  const named = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => `_bindery/${url}`)
  expect(named.length).toBeGreaterThan(10)
  for (const path of named) expect(paths, path).toContain(path)
  expect(css).not.toMatch(/https?:|@import/)
})

test('the same settings give the same bytes under the same names', () => {
  const again = themeFiles({ colors: { primary: '#0D9373' } })
  expect(again.files.map(({ path }) => path)).toEqual(theme.files.map(({ path }) => path))
  expect(themeFiles({ colors: { primary: '#ff0000' } }).css).not.toBe(theme.css)
})

test("an author's font comes first, and its name cannot leave its quotes", () => {
  const fonts = { body: { family: 'Geist"}*{x:y', source: 'assets/geist.woff2' } }
  const own = themeFiles({ colors: { primary: '#0D9373' }, fonts })
  const css = new TextDecoder().decode(own.files[0]?.bytes)
  expect(css).toContain('--font-body:"Geistxy","Inter Variable"')
  expect(css).toContain('src:url("assets/geist.woff2")')
})
