import { expect, test } from 'vitest'
import { readAsset } from '../../layout/theme/read-asset.ts'
import { createUtilities, loadCompiler } from './create-utilities.ts'

const utilities = createUtilities()
const cssOf = async (...names: string[]) => {
  const { css } = await utilities.compile(names)
  return css.replace(/^@layer author\{:where\(\.prose,\.site-banner\)\{(.*)\}\}$/s, '$1')
}

test.each([
  ['flex', '.flex{display:flex}'],
  ['mt-1.5', '.mt-1\\.5{margin-top:0.375rem}'],
  ['-top-14', '.-top-14{top:-3.5rem}'],
  ['!mt-0', '.\\!mt-0{margin-top:0px!important}'],
  ['lg:py-48', '@media (width >= 64rem){.lg\\:py-48{padding-block:12rem}}'],
  ['max-md:hidden', '@media (width <  48rem){.max-md\\:hidden{display:none}}'],
  ['w-[calc(100%-2px)]', '.w-\\[calc\\(100\\%-2px\\)\\]{width:calc(100% - 2px)}'],
  [
    'group-hover:underline',
    '@media (hover: hover){:is(:where(.group):hover .group-hover\\:underline){text-decoration-line:underline}}',
  ],
  // As the third version means them, in which pages of this format are written.
  ['rounded-sm', '.rounded-sm{border-radius:0.125rem}'],
  ['flex-shrink-0', '.flex-shrink-0{flex-shrink:0}'],
  ['text-primary', '.text-primary{color:var(--accent-text)}'],
])('%s has its rule', async (name, css) => {
  expect(await cssOf(name)).toBe(css)
})

test('dark follows the switch of the page, the author and the system', async () => {
  expect(await cssOf('dark:hidden')).toBe(
    '@media (prefers-color-scheme: dark){.dark\\:hidden:where(:root:not([data-bindery-theme], [data-bindery-appearance="light"]) *){display:none}}' +
      '.dark\\:hidden:where([data-bindery-theme="dark"] *, [data-bindery-appearance="dark"]:not([data-bindery-theme]) *){display:none}',
  )
})

test('a later rule wins over an earlier one, in whatever order the author writes them', async () => {
  const names = ['lg:p-2', 'dark:hidden', 'p-8', 'px-1', 'block', 'hover:p-3']
  const css = await cssOf(...names)
  expect(await cssOf(...names.toReversed())).toBe(css)
  expect(css.indexOf('.p-8')).toBeLessThan(css.indexOf('.px-1'))
  expect(css.indexOf('.px-1')).toBeLessThan(css.indexOf('.lg\\:p-2'))
  expect(css.indexOf('.block')).toBeLessThan(css.indexOf('.dark\\:hidden'))
})

test("a page's rules do not depend on the pages before it", async () => {
  const names = ['[&_p]:mt-4', 'sm:flex', '[&>li]:p-2', 'text-gray-900']
  const alone = await createUtilities().compile(names)
  const after = createUtilities()
  await after.compile(['[&_a]:mt-2', 'md:hidden', 'aria-[x=y]:flex', 'nothing'])
  expect(await after.compile(names)).toEqual(alone)
})

test('a name that is no utility has no rule and is no finding', async () => {
  expect(await utilities.compile(['hero', 'tsd-signature', '__proto__', 'constructor'])).toEqual({
    css: '',
    refused: [],
  })
})

test.each([
  'bg-[url(https://evil.example/x.png)]',
  'bg-[url(x.png)]',
  'bg-[image-set("https://evil.example/x.png"_1x)]',
  '[background:url(https://evil.example)]',
  '[background:u\\72l(https://evil.example)]',
  '[--x:url(https://evil.example)]',
  'before:content-[url(https://evil.example)]',
  'cursor-[url(https://evil.example),auto]',
  'list-[url(https://evil.example)]',
  'content-["</style><script>alert(1)</script>"]',
  '[&[title="</style><script>"]]:flex',
  '[behavior:x]',
  '[@import_url(https://evil.example)]:flex',
  '[@font-face]:[src:local(x)]',
  '[@property_--page]:flex',
  '[@layer_print]:flex',
  '[.site-header:has(~_*_&)]:hidden',
  '[body:has(&)_.site-header]:hidden',
  '[&,.site-header]:hidden',
  '[&,~_nav]:hidden',
  '[&,/**/~_nav]:hidden',
  '[&[title="&"]]:hidden',
  'supports-[background:url(https://evil.example)]:flex',
])('%s makes no request and styles nothing but the content', async (name) => {
  const { css, refused } = await utilities.compile([name])
  if (refused.length === 0 && css !== '') expect(subjects(css)).toBe('inside')
  expect(css).not.toMatch(/evil|url\(|<\/|@import|@font-face|@property|@layer p/)
})

/** Every selector is nested in the content, names no parent and begins with no combinator. */
function subjects(css: string): string {
  const inside = css.startsWith('@layer author{:where(.prose,.site-banner){') && css.endsWith('}}')
  const body = css.slice('@layer author{:where(.prose,.site-banner){'.length, -2)
  let depth = 0
  for (const char of body) depth += char === '{' ? 1 : char === '}' ? -1 : 0
  const escaped = body.replace(/\\.|"[^"]*"/g, '')
  return inside && depth === 0 && !escaped.includes('&') && !/(?:^|[,{}])\s*[~+>]/.test(escaped) ? 'inside' : css
}

test('what is refused is named', async () => {
  const names = ['flex', 'bg-[url(https://evil.example)]', '[@import_x]:flex']
  expect((await utilities.compile(names)).refused).toEqual(names.slice(1))
})

test('names that are built to take long take no longer than others', async () => {
  const fill = (part: string) => part.repeat(Math.floor(200 / part.length))
  const parts = [
    'a-',
    '-',
    '[',
    '(',
    'not-',
    '[&_',
    'group-',
    'calc(',
    '[&:is(',
    'a/',
    ':',
    '_',
    '\\',
    '"',
    'has-[',
    'in-',
    '&',
    '1.',
    'theme(',
    '--alpha(',
  ]
  const hostile = parts.flatMap((part) => [
    fill(part),
    `w-[${fill(part).slice(0, 190)}]`,
    `[${fill(part).slice(0, 180)}]:flex`,
    `${fill(part).slice(0, 190)}:flex`,
    `text-${fill(part).slice(0, 180)}/50`,
  ])
  const fresh = createUtilities()
  await fresh.compile(['flex'])
  const begun = process.cpuUsage()
  await fresh.compile(hostile)
  const { user, system } = process.cpuUsage(begun)
  const perName = (user + system) / 1000 / hostile.length
  expect(perName).toBeLessThan(20)
})

test('the shared style sheet registers every property that a utility stands on', async () => {
  const { system } = await loadCompiler()
  const sheet = readAsset('css/utilities.css')
  const registered = new Set([...sheet.matchAll(/@property (--[\w-]+)/g)].map(([, name]) => name))
  const needed = new Set<string>()
  // Of the thousands that differ only in a number or a shade, one.
  const names = system
    .getClassList()
    .map(([name]) => name)
    .filter((name) => !/\d/.test(name) || /-(?:4|50|500)$/.test(name))
  for (const nodes of system.candidatesToAst(names)) {
    for (const node of nodes) if (node.kind === 'at-rule' && node.name === '@property') needed.add(node.params)
  }
  expect(needed.size).toBe(registered.size)
  expect([...needed].filter((name) => !registered.has(name))).toEqual([])
})
