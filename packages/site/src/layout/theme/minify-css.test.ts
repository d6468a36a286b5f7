import { expect, test } from 'vitest'
import { minifyCss } from './minify-css.ts'

test('only what means nothing is taken away', () => {
  const css = '/* why */\na > b,\n.c :is(d, e) {\n  width: calc(1px + 2px);\n  --x: a b;\n}\n'
  expect(minifyCss(css)).toBe('a > b,.c :is(d,e){width:calc(1px + 2px);--x:a b}')
})
