import { expect, test } from 'vitest'
import { contrast } from '../convert-color.ts'
import { adaptBoth } from './adapt-tokens.ts'
import { backgroundRules } from './background-rules.ts'

test('whatever picture stands behind it, the quietest text can be read', () => {
  const css = backgroundRules({ image: { light: 'a.png', dark: 'b.png' } }, 250)
  const share =
    Number(/\.shell,\.site-footer\{background-color:color-mix\(in oklab,var\(--page\) (\d+)%/.exec(css)?.[1]) / 100
  const tokens = adaptBoth(undefined, undefined, 250)
  for (const mode of ['light', 'dark'] as const) {
    const [page, quiet] = [tokens[mode].get('page')!, tokens[mode].get('quiet')!]
    for (const picture of [0, 1]) {
      const under = { l: share * page.l + (1 - share) * picture, c: page.c, h: page.h }
      expect(contrast(quiet, under)).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a site without a picture has no veil', () => {
  expect(backgroundRules({ decoration: 'grid' }, 250)).not.toContain('.shell,')
})

test.each(['gradient', 'grid', 'windows'])(
  '“%s” stands at the top of a page alone, however long it is',
  (decoration) => {
    const css = backgroundRules({ decoration }, 250)
    expect(css).toMatch(/^\.shell::before\{[^}]*;height:\d+rem;background:[a-z]+-gradient\([^}]*\}$/)
  },
)
