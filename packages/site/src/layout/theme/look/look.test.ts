import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCodeTheme } from '../../../model/code-themes.ts'
import { contrast, parseHex } from '../convert-color.ts'
import { deriveColors } from '../derive-colors.ts'
import { themeFiles } from '../theme-files.ts'
import { adaptTokens } from './adapt-tokens.ts'
import { codeRules } from './code-rules.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const textOf = (settings: object) =>
  new TextDecoder().decode(themeFiles({ colors: { primary: '#0D9373' }, ...settings }).files[0]?.bytes)

test('whatever background an author chooses, all text of the theme can be read on it', () => {
  fc.assert(
    fc.property(anyHex, (hex) => {
      const background = parseHex(hex)!
      for (const [name, color] of adaptTokens(background)) {
        if (/^(?:page|raised|sunken|hover|line|line-strong)$/.test(name)) continue
        expect(contrast(color, background), `${name} on ${hex}`).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('and so can text in the color of the author', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (primary, hex) => {
      const css = deriveColors({ primary }, { light: hex, dark: hex })
      for (const mode of ['light', 'dark']) {
        const [, l, c, h] = new RegExp(`--accent-text-${mode}:oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? []
        const text = { l: Number(l), c: Number(c), h: Number(h) }
        expect(contrast(text, parseHex(hex)!)).toBeGreaterThanOrEqual(4.4)
      }
    }),
  )
})

test('the page has exactly the colors of the configuration, and the theme its own where there is none', () => {
  const css = textOf({ background: { color: { dark: '#121B22' } } })
  expect(css).toMatch(/--page:light-dark\(oklch\(0\.992 [^)]*\),#121B22\)/)
  expect(textOf({})).not.toContain('#121B22')
})

test('a picture stands behind every page, one for light and one for dark, and else a decoration', () => {
  const image = { light: 'a.png', dark: 'b.png' }
  expect(textOf({ background: { image } })).toMatch(/body\{background:var\(--page\) url\("a\.png"\)/)
  expect(textOf({ background: { image } })).toMatch(/prefers-color-scheme:dark\)\{[^{]*body\{[^}]*url\("b\.png"\)/)
  for (const decoration of ['gradient', 'grid', 'windows']) {
    expect(textOf({ background: { decoration } })).toContain('.shell::before{')
  }
})

test('a font has its weight, its format, and every weight of a variable file', () => {
  const css = textOf({
    fonts: {
      body: { family: 'Tide', source: 'a/tide.woff2', format: 'woff2', weight: 450 },
      heading: { family: 'Inter', weight: 700 },
    },
  })
  expect(css).toContain(
    '@font-face{font-family:"Tide";font-weight:450;font-display:swap;src:url("a/tide.woff2") format("woff2")}',
  )
  expect(css).toContain('html{font-weight:450}')
  expect(css).toContain('--font-heading:"Inter Variable"')
  expect(css).toContain('h1,h2,h3,h4,h5,h6{font-weight:700}')
  const variable = textOf({ fonts: { body: { family: 'T', source: 'T-Variable.woff2', weight: 450 } } })
  expect(variable).toContain('font-weight:100 900')
})

test('a block of code has the background of its theme, and every color can be read on it', () => {
  const rules = codeRules({ light: 'github-light', dark: 'dracula' })
  expect(rules).toContain('--code-keyword:light-dark(')
  for (const name of ['github-light', 'dracula', 'vitesse-dark', 'solarized-light', 'min-light']) {
    const background = parseHex(findCodeTheme(name)!.background)!
    const own = codeRules({ light: name, dark: name })
    for (const [, l, c, h] of own.matchAll(
      /--(?:text|quiet|strong|code-\w+):light-dark\(oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g,
    )) {
      expect(contrast({ l: Number(l), c: Number(c), h: Number(h) }, background), `${name} ${l}`).toBeGreaterThanOrEqual(
        4.5,
      )
    }
  }
  expect(codeRules('dark')).toContain('color-scheme:dark')
})
