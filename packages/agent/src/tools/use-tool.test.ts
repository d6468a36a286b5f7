import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openTree } from '../tree/open-tree.ts'
import { countChangedLines } from './count-changed-lines.ts'
import type { ToolContext } from './tool.ts'
import { listTools, useTool } from './use-tool.ts'

let folder = ''
let context: ToolContext

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-tools-'))
  await mkdir(join(folder, 'guides'))
  await put('guides/start.mdx', '# Start\n\nOne line.\nOne more line.\n')
  context = { tree: await openTree(folder), docsPath: '', check: async () => [] }
})

afterEach(() => rm(folder, { recursive: true }))

const put = (path: string, content: string) => writeFile(join(folder, path), content)
const get = (path: string) => readFile(join(folder, path), 'utf8')
const use = (name: string, input: unknown) => useTool({ id: '1', name, input }, context, AbortSignal.timeout(20_000))
const textOf = async (name: string, input: unknown) => (await use(name, input)).text

test('every tool is described to the model, with an object as its input', () => {
  for (const { name, description, inputSchema } of listTools()) {
    expect(name).toMatch(/^[a-z_]+$/)
    expect(description.length).toBeGreaterThan(50)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

test('what a model may write as a call never throws', async () => {
  const name = fc.constantFrom(
    'list',
    'search',
    'read',
    'edit',
    'write',
    'move',
    'delete',
    'navigation',
    'finish',
    'shell',
  )
  const word = fc.constantFrom('guides/start.mdx', '../x', 'guides', '', '(', 'One', 'a.mdx', 'add')
  const keys = fc.constantFrom(
    'path',
    'from',
    'to',
    'text',
    'oldText',
    'newText',
    'content',
    'folder',
    'action',
    'page',
  )
  const input = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.oneof(word, fc.integer(), fc.boolean())))
  await fc.assert(
    fc.asyncProperty(name, input, async (name, input) => {
      const outcome = await use(name, input)
      expect(outcome.text.length).toBeGreaterThan(0)
    }),
  )
})

test('an exact piece that stands there once is replaced', async () => {
  const outcome = await use('edit', { path: 'guides/start.mdx', oldText: 'One line.', newText: 'A line.\nTwo.' })
  expect(outcome).toMatchObject({ isError: false, changedLines: 2 })
  expect(outcome.changes).toEqual([{ path: 'guides/start.mdx', content: '# Start\n\nA line.\nTwo.\nOne more line.\n' }])
  expect(await get('guides/start.mdx')).toBe(outcome.changes[0]?.content)
})

test('a piece that stands there twice is replaced only with all, and characters of patterns mean themselves', async () => {
  const input = { path: 'guides/start.mdx', oldText: 'One', newText: '$& $1' }
  expect(await textOf('edit', input)).toMatch('holds oldText 2 times')
  expect(await use('edit', { ...input, all: true })).toMatchObject({ isError: false })
  expect(await get('guides/start.mdx')).toBe('# Start\n\n$& $1 line.\n$& $1 more line.\n')
})

test('a piece that differs only in spaces is refused with that hint', async () => {
  const input = { path: 'guides/start.mdx', oldText: 'One  line.', newText: 'x' }
  expect(await textOf('edit', input)).toMatch('differs only in spaces')
})

test('a file of CRLF lines stays one', async () => {
  await put('crlf.md', 'a\r\nb\r\nc\r\n')
  await use('edit', { path: 'crlf.md', oldText: 'a\nb', newText: 'a\nx\nb' })
  expect(await get('crlf.md')).toBe('a\r\nx\r\nb\r\nc\r\n')
})

test.each([
  '.github/workflows/run.yml',
  'guides/.env.json',
  'package.json',
  'azure-pipelines.yml',
  '.gitlab-ci.yml',
  'docker-compose.yml',
  'Makefile',
  'run.sh',
  'vite.config.ts',
  'index.js',
])('%s is not written: a pull request would run it', async (path) => {
  expect(await use('write', { path, content: 'x' })).toMatchObject({ isError: true, changes: [] })
  expect(await use('move', { from: 'guides/start.mdx', to: path })).toMatchObject({ isError: true, changes: [] })
})

test('outside the folder of the documentation files are read and not changed', async () => {
  context.docsPath = 'docs'
  expect(await textOf('read', { path: 'guides/start.mdx' })).toMatch('One line.')
  for (const path of ['guides/start.mdx', 'docs', 'docsx/a.mdx'])
    expect(await use('write', { path, content: 'x' })).toMatchObject({ isError: true, changes: [] })
  expect(await use('write', { path: 'docs/a.mdx', content: 'x' })).toMatchObject({ isError: false })
})

test('a moved file is gone from where it was, and never replaces another', async () => {
  await put('other.mdx', '')
  expect(await textOf('move', { from: 'guides/start.mdx', to: 'other.mdx' })).toBe('other.mdx already exists.')
  const { changes, changedLines } = await use('move', { from: 'guides/start.mdx', to: 'a/b.mdx' })
  expect(changes.map(({ path, content }) => [path, content === null])).toEqual([
    ['a/b.mdx', false],
    ['guides/start.mdx', true],
  ])
  expect(changedLines).toBe(0)
})

test('a page that moves leaves a redirect, written as the others are', async () => {
  await put('docs.json', '{\n  "name": "S",\n  "redirects": [\n    {"source":"/a","destination":"/b"}\n  ]\n}\n')
  expect(await textOf('move', { from: 'guides/start.mdx', to: 'begin/index.mdx' })).toContain('A redirect in docs.json')
  expect(await get('docs.json')).toBe(
    '{\n  "name": "S",\n  "redirects": [\n    {"source":"/a","destination":"/b"},\n    {"source":"/guides/start","destination":"/begin"}\n  ]\n}\n',
  )
})

test('the first redirect of a site stands behind its other settings; a file that is no page, or new, needs none', async () => {
  await put('docs.json', '{\n  "name": "S"\n}\n')
  await put('picture.svg', '<svg/>')
  expect(await textOf('move', { from: 'picture.svg', to: 'drawing.svg' })).not.toContain('redirect')
  await use('move', { from: 'guides/start.mdx', to: 'start.mdx' })
  const text = '{\n  "name": "S",\n  "redirects": [{"source":"/guides/start","destination":"/start"}]\n}\n'
  expect(await get('docs.json')).toBe(text)
  const empty = await mkdtemp(join(tmpdir(), 'bindery-base-'))
  context = { ...context, base: await openTree(empty) }
  expect(await textOf('move', { from: 'start.mdx', to: 'later.mdx' })).not.toContain('redirect')
  expect(await get('docs.json')).toBe(text)
  await rm(empty, { recursive: true })
})

test('a deleted file counts all its lines', async () => {
  expect(await use('delete', { path: 'guides/start.mdx' })).toMatchObject({ changedLines: 4 })
})

test('lines are read with their numbers, a part where one is asked for', async () => {
  expect(await textOf('read', { path: 'guides/start.mdx', from: 3, to: null })).toBe('3\tOne line.\n4\tOne more line.')
  expect(await textOf('read', { path: 'guides/start.mdx', from: 1, to: 2 })).toBe(
    '1\t# Start\n2\t\n[lines 1 to 2 of 4]',
  )
  await put('long.md', 'x'.repeat(limits.readLength * 2))
  expect((await textOf('read', { path: 'long.md' })).length).toBeLessThan(limits.readLength + 100)
})

test('a folder of many files is folded into its folders', async () => {
  const many = Array.from({ length: limits.listedNames }, (_, i) => `page-${i}.mdx`)
  await Promise.all(many.map((name) => put(`guides/${name}`, '')))
  await put('index.mdx', '')
  expect(await textOf('list', {})).toBe(`guides/ (${limits.listedNames + 1} files)\nindex.mdx`)
})

test('text is found as it stands, a pattern as a pattern', async () => {
  await put('a.mdx', 'costs $1.00 (one)\nCOSTS nothing\n')
  expect(await textOf('search', { text: '$1.00 (' })).toBe('a.mdx:1: costs $1.00 (one)')
  expect(await textOf('search', { text: '^costs', isPattern: true, ignoreCase: true })).toMatch(
    /a\.mdx:1: .*\na\.mdx:2: /,
  )
  expect(await textOf('search', { text: 'nowhere' })).toBe('Nothing matches.')
  expect(await textOf('search', { text: '(', isPattern: true })).toMatch('The pattern is not valid')
})

test('a pattern that takes for ever is ended, and nothing waits for it meanwhile', async () => {
  await put('a.mdx', `${'a'.repeat(60)}!`)
  let turns = 0
  const timer = setInterval(() => turns++, 50)
  expect(await textOf('search', { text: '^(a+)+$', isPattern: true })).toMatch('took longer')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test.each(['((((a{1,999}){1,999}){1,999}){1,999}){1,999}b', '(?:(?:(?:a?){999}){999}){999}'])(
  'a pattern that would fill the memory, %s, ends no more than its own process',
  async (text) => {
    await put('a.mdx', 'a'.repeat(5_000))
    expect((await use('search', { text, isPattern: true })).text.length).toBeGreaterThan(0)
  },
)

test('no text takes long to be looked for, with or without its case', async () => {
  const hostile = `${'a'.repeat(250)}b${'a'.repeat(249)}`
  await put('a.mdx', 'a'.repeat(1_000_000))
  const before = process.cpuUsage()
  expect(await textOf('search', { text: hostile })).toBe('Nothing matches.')
  expect(await textOf('search', { text: hostile.toUpperCase(), ignoreCase: true })).toBe('Nothing matches.')
  const oldText = `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}`
  expect(await textOf('edit', { path: 'a.mdx', oldText, newText: 'b' })).toMatch('does not hold oldText')
  // 60 ms on a calm machine; the edit alone took hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
})

test('an OpenAPI description gives its operations, and one with what it refers to', async () => {
  const pet = { type: 'object', properties: { owner: { $ref: '#/components/schemas/Owner' } } }
  const paths = { '/pets': { get: { summary: 'List pets', schema: { $ref: '#/components/schemas/Pet' } }, post: {} } }
  const schemas = { Pet: pet, Owner: { title: 'an owner' }, Other: { title: 'never mind' } }
  await put('api.json', JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }))
  expect(await textOf('read_openapi', { path: 'api.json' })).toBe('GET /pets: List pets\nPOST /pets')
  const text = await textOf('read_openapi', { path: 'api.json', operation: 'get /pets' })
  expect(text).toContain('an owner')
  expect(text).not.toContain('never mind')
  expect(await textOf('read_openapi', { path: 'guides/start.mdx' })).toMatch('cannot be parsed')
})

test('a finished work has a title of one line', async () => {
  expect((await use('finish', { title: 'A\n title', summary: 'Done.' })).finish).toEqual({
    title: 'A title',
    summary: 'Done.',
  })
})

test('changed lines are those between the first and the last that differ', () => {
  expect(countChangedLines('a\nb\nc\n', 'a\nx\nc\n')).toBe(1)
  expect(countChangedLines('a\nc\n', 'a\nb\nc\n')).toBe(1)
  expect(countChangedLines('', 'a\nb\n')).toBe(2)
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(countChangedLines(a, b)).toBe(countChangedLines(b, a))
      expect(countChangedLines(a, a)).toBe(0)
    }),
  )
})

test('a replacement that would fill the memory is refused before it is made', async () => {
  await put('long.md', 'a'.repeat(500_000))
  const { text, isError } = await use('edit', {
    path: 'long.md',
    oldText: 'a',
    newText: 'b'.repeat(500_000),
    all: true,
  })
  expect([isError, text]).toEqual([true, expect.stringContaining('would be larger')])
  expect(await get('long.md')).toHaveLength(500_000)
})

test('settings that are nested deeper than a stack are refused', async () => {
  await put('docs.json', `{"navigation":${'{"pages":['.repeat(50_000)}"a"${']}'.repeat(50_000)}}`)
  expect(await use('navigation', { action: 'remove', page: 'a' })).toMatchObject({ isError: true })
})

test.each(['vercel.json', 'appveyor.yml', 'mkdocs.yml', 'requirements.txt', 'guides/composer.json', 'pom.xml'])(
  '%s tells a builder what to run, and is left alone',
  async (path) => {
    expect(await use('write', { path, content: 'x' })).toMatchObject({ isError: true, changes: [] })
  },
)

test('a description of an API is written once docs.json names it', async () => {
  const description = { path: 'openapi.yaml', content: 'openapi: 3.1.0\npaths: {}\n' }
  expect(await textOf('write', description)).toMatch('docs.json does not refer to it')
  await use('write', { path: 'docs.json', content: '{"api":{"openapi":"openapi.yaml"}}' })
  expect(await use('write', description)).toMatchObject({ isError: false })
  expect(await use('edit', { path: 'openapi.yaml', oldText: 'paths', newText: 'jobs' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('would hold something else'),
  })
})

test('a description whose reference is gone can go too', async () => {
  await put('docs.json', '{"api":{"openapi":"openapi.yaml"}}')
  await put('openapi.yaml', 'openapi: 3.1.0\n')
  const base = join(folder, 'base')
  await mkdir(base)
  await writeFile(join(base, 'docs.json'), await get('docs.json'))
  context.base = await openTree(base)
  await use('write', { path: 'docs.json', content: '{}' })
  expect(await use('delete', { path: 'openapi.yaml' })).toMatchObject({ isError: false })
})

test('the root of the documentation is as guarded as that of the repository', async () => {
  context = { ...context, docsPath: 'guides' }
  expect(await use('write', { path: 'guides/vercel.json', content: '{}' })).toMatchObject({ isError: true })
  expect(await use('write', { path: 'guides/docs.json', content: '{}' })).toMatchObject({ isError: false })
})

test('title and summary hold nothing that steers a terminal or turns the direction of a text', async () => {
  const { finish } = await use('finish', { title: '\u001b[2JA\u202eB\r\nC', summary: 'D\u0007\u2066\u2028E\tF\n👩‍💻' })
  expect(finish).toEqual({ title: '[2JAB C', summary: 'D\nE\tF\n👩‍💻' })
  expect(await use('finish', { title: '\u200b', summary: 'x' })).toMatchObject({ isError: true })
})
