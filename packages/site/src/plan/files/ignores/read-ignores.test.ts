import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../../testing/site-folder.ts'
import { formatAdvice } from '../../../model/advice.ts'
import { type Ignores, readIgnores } from './read-ignores.ts'

async function read(rules: string) {
  await using folder = await makeFolder({ '.mintignore': rules })
  const advice: string[] = []
  const ignores = await readIgnores(folder.root, (one) => advice.push(formatAdvice(one)))
  return { ignores, advice }
}

test.each([
  ['drafts/', 'drafts/', 'x/drafts/'],
  ['*.draft.mdx', 'a.draft.mdx', 'x/y.draft.mdx'],
  ['/private.mdx', 'private.mdx'],
  ['a/*.mdx', 'a/b.mdx'],
  ['a/**', 'a/b', 'a/b/c/', 'a/b/c'],
  ['**/b', 'b', 'a/b', 'a/c/b'],
  ['a/**/b', 'a/b', 'a/x/b', 'a/x/y/b'],
  ['a**c', 'abc', 'x/ac'],
  ['?[!x-z]', 'ab', 'é😀'],
  ['[]a-c^]', ']', 'b', '^'],
  ['\\!a\\*', '!a*'],
  ['\\#a\\ ', '#a '],
  ['a  ', 'a'],
])('%s excludes what git would exclude', async (rule, ...paths) => {
  const { ignores } = await read(rule)
  for (const path of paths) expect(ignores(path), path).toBe(true)
})

test.each([
  ['drafts/', 'drafts', 'drafts.mdx'],
  ['/private.mdx', 'x/private.mdx'],
  ['a/*.mdx', 'x/a/b.mdx', 'a/x/b.mdx'],
  ['a/**', 'a/', 'b/a/c'],
  ['a?c', 'ac', 'a/c'],
  ['[!a]', 'a', 'bb'],
  ['# a', '# a', 'a'],
  ['*\n!b.mdx', 'b.mdx', 'x/b.mdx'],
  ['/', 'a', 'a/'],
])('%s leaves alone what git would leave alone', async (rule, ...paths) => {
  const { ignores } = await read(rule)
  for (const path of paths) expect(ignores(path), path).toBe(false)
})

const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 })
const path = fc
  .array(
    name.filter((text) => !/^\.+$/.test(text)),
    { minLength: 1, maxLength: 4 },
  )
  .map((names) => names.join('/'))
const piece = fc.constantFrom('a', 'b', '.', '-', '!', '*', '?', '[ab]', '[!a]', '[a-c]', '\\*')
// Two stars beside other signs are left out: what git makes of those is not what its documentation says.
const single = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.includes('**'))
const pattern = fc.oneof({ weight: 3, arbitrary: single }, fc.constant('**'))
const rule = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(pattern, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([not, start, names, end]) => `${not}${start}${names.join('/')}${end}`)

test('any rules exclude just the paths that git excludes by them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'bindery-ignores-'))
  const git = (input: string, ...args: string[]) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { input, encoding: 'utf8' })
    // 1 when it excludes none of them.
    if (status !== 0 && status !== 1) throw new Error(`git ${args[0]} ended with ${status}.`)
    return stdout
  }
  try {
    git('', 'init', '--quiet')
    const samples = fc.tuple(fc.array(rule, { minLength: 1, maxLength: 4 }), fc.uniqueArray(path, { maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(samples, async ([rules, paths]) => {
        for (const file of ['.gitignore', '.mintignore']) writeFileSync(join(root, file), `${rules.join('\n')}\n`)
        const told = git(paths.map((one) => `${one}\0`).join(''), 'check-ignore', '--no-index', '--stdin', '-znv')
        const ignores = await readIgnores(root)
        expect(paths.filter((one) => isOut(ignores, one))).toEqual(readExcluded(told))
      }),
      { numRuns: 150 },
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})

/** What stands in a folder that is excluded is never asked for. */
function isOut(ignores: Ignores, path: string): boolean {
  const names = path.split('/')
  const folders = names.slice(1).map((_, index) => `${names.slice(0, index + 1).join('/')}/`)
  return folders.some(ignores) || ignores(path)
}

/** Of each path four fields: the file, the line, the rule and the path itself; without a rule the first three are empty. */
function readExcluded(told: string): string[] {
  const fields = told.split('\0')
  return fields.filter((_, at) => at % 4 === 3 && fields[at - 1] !== '' && !fields[at - 1]?.startsWith('!'))
}

test('a rule that cannot be read has no effect, and its author learns it', async () => {
  const { ignores, advice } = await read('[b-a]\n*.mdx\nx[ab\n[[:alpha:]]\nend\\\n')
  expect([ignores('b'), ignores('a.mdx'), ignores('xa')]).toEqual([false, true, false])
  expect(advice).toHaveLength(4)
  expect(advice[0]).toMatch(/^\.mintignore at line 1: “\[b-a\]” is not a valid pattern/)
})

test('no more rules are read than can be compared with every path', async () => {
  const long = await read(`a\n${'b'.repeat(257)}\n`)
  expect([long.ignores('a'), long.ignores('b'.repeat(257))]).toEqual([true, false])
  expect(long.advice).toEqual([expect.stringContaining('line 2: The rule is longer than 256 characters')])

  const many = await read(Array.from({ length: 600 }, (_, index) => `name-${index}`).join('\n'))
  expect([many.ignores('name-499'), many.ignores('name-500')]).toEqual([true, false])
  expect(many.advice).toEqual([expect.stringContaining('line 501: The file has more than 500 rules')])

  const large = await read(`${'# a remark\n'.repeat(2_000)}last`)
  expect(large.ignores('last')).toBe(false)
  expect(large.advice).toEqual([expect.stringContaining('longer than 8 KiB')])

  const broken = await read('[b-a]\n'.repeat(500))
  expect(broken.advice).toHaveLength(20)
})

test.each([
  ['many stars', '*a'.repeat(12), 'a'.repeat(250)],
  ['many stars and signs', `${'*?'.repeat(20)}b`, 'a'.repeat(250)],
  ['a long piece', `*${'a'.repeat(120)}b`, 'a'.repeat(250)],
  ['many folders', `${'**/a/'.repeat(20)}b`, 'a/'.repeat(500)],
  ['stars in many folders', `${'**/*a*a*b/'.repeat(12)}c`, `${'a'.repeat(200)}/`.repeat(5)],
])('%s take as many steps as there are pairs of characters, not more', async (_, rule, path) => {
  const { ignores } = await read(`${rule}b`)
  const before = process.cpuUsage()
  for (let count = 0; count < 20; count++) expect(ignores(path)).toBe(false)
  // 60 ms on a calm machine; an expression that goes back to each star would not end.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
})
