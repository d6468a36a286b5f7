import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, formatOklch, type Oklch, parseHex } from './convert-color.ts'
import { deriveColors } from './derive-colors.ts'

function read(css: string, name: string): Oklch {
  const [, l, c, h] = new RegExp(`${name}:oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? []
  return { l: Number(l), c: Number(c), h: Number(h) }
}

test('a color survives its way through OKLCH', () => {
  expect(formatOklch(parseHex('#ff0000')!)).toBe('oklch(0.628 0.258 29.2)')
  expect(contrast(parseHex('#fff')!, parseHex('#000')!)).toBeCloseTo(21, 1)
  expect(contrast(parseHex('#767676')!, parseHex('#ffffff')!)).toBeCloseTo(4.54, 2)
})

test('whatever color an author chooses, its text can be read on the page, on the soft fill and on the fill', () => {
  const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(anyHex, anyHex, anyHex, (primary, light, dark) => {
      const css = deriveColors({ primary, light, dark })
      expect(contrast(read(css, '--button-ink'), read(css, '--button'))).toBeGreaterThanOrEqual(4.5)
      for (const [mode, page] of [
        ['light', 0.992],
        ['dark', 0.17],
      ] as const) {
        const text = read(css, `--accent-text-${mode}`)
        expect(contrast(text, { l: page, c: 0.004, h: text.h })).toBeGreaterThanOrEqual(4.5)
        expect(contrast(text, read(css, `--accent-soft-${mode}`))).toBeGreaterThanOrEqual(4.5)
        const ink = contrast(read(css, `--accent-ink-${mode}`), read(css, `--accent-${mode}`))
        expect(ink).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test("a color that is none gives the theme's own", () => {
  expect(deriveColors({ primary: 'javascript:alert(1)' })).toBe(deriveColors({ primary: '' }))
})

/** Every `light-dark(oklch(…), oklch(…))` of the tokens, with the neutral hue filled in. */
function tokens(): Map<string, { light: Oklch; dark: Oklch }> {
  const css = readFileSync(new URL('../../../assets/css/tokens.css', import.meta.url), 'utf8').replaceAll(
    'var(--hue)',
    '250',
  )
  const pair = /--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g
  const parse = (text: string): Oklch => {
    const [l = 0, c = 0, h = 0] = text.split(' ').map(Number)
    return { l, c, h }
  }
  return new Map(
    [...css.matchAll(pair)].map(([, name = '', light = '', dark = '']) => [
      name,
      { light: parse(light), dark: parse(dark) },
    ]),
  )
}

test('every color of the theme that carries text can be read on every surface that it stands on', () => {
  const all = tokens()
  const texts = [...all.keys()].filter((name) =>
    /^(text|strong|quiet|blue|green|amber|red|purple|orange|code-)/.test(name),
  )
  expect(texts.length).toBeGreaterThan(15)
  for (const name of texts) {
    for (const surface of ['page', 'raised', 'sunken', 'hover']) {
      for (const mode of ['light', 'dark'] as const) {
        const ratio = contrast(all.get(name)![mode], all.get(surface)![mode])
        expect(ratio, `${name} on ${surface}, ${mode}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})
