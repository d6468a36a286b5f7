import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTree } from '../tree/open-tree.ts'
import { Refusal } from '../tree/tree.ts'
import { expectDocument } from './expect-document.ts'

const spec = 'openapi: 3.1.0\ninfo:\n  title: Pets\npaths: {}\n'
const job = 'build:\n  script: [env]\n'
const settings = {
  name: 'Site',
  api: { openapi: ['api/openapi.yaml', '/api/v2.json', 'nx/project.json', 'ci/jobs.yml'] },
  navigation: {
    $ref: './config/navigation.json',
    tabs: [{ tab: 'Events', asyncapi: { source: 'events/asyncapi.yaml' } }, 'specs/pets.yaml GET /pets'],
  },
}
const files: Record<string, string> = {
  'docs.json': JSON.stringify(settings),
  'index.mdx': '# Index\n',
  'config/navigation.json': JSON.stringify({ pages: ['index'], groups: [{ $ref: 'more/en.json' }] }),
  'config/more/en.json': JSON.stringify({ group: 'More', pages: [] }),
  'api/openapi.yaml': spec,
  'api/v2.json': JSON.stringify({ openapi: '3.1.0', info: {}, paths: {} }),
  'specs/pets.yaml': spec,
  'events/asyncapi.yaml': 'asyncapi: "2.6.0"\ninfo: {}\nchannels: {}\n',
  'nx/project.json': JSON.stringify({ name: 'x', targets: {} }),
  'ci/jobs.yml': job,
  'data/other.yaml': spec,
}

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-documents-'))
  for (const [path, content] of Object.entries(files)) await put(path, content)
})

afterEach(() => rm(folder, { recursive: true }))

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

async function change(path: string, after: string | null = 'x', docsPath = ''): Promise<void> {
  const tree = await openTree(folder)
  await expectDocument({ tree, settings: [tree], docsPath }, path, after)
}

test.each([
  'guides/start.mdx',
  'README.md',
  'agents.mdx',
  '指南/開始.mdx',
  'images/logo.svg',
  'tables/prices.csv',
  'llms.txt',
  'docs.json',
  'snippets/card.jsx',
  '_snippets/deep/price-table.jsx',
  'pt-BR/snippets/card.jsx',
  'v2.1/snippets/card.jsx',
])('%s is documentation', async (path) => {
  await change(path)
  await change(path, null)
})

test.each([
  ['api/openapi.yaml', `# Ours\n---\n"openapi": '3.0.3'\ntags:\n- name: a\nx-logo: {\n}\npaths:\n  /a: {}\n`],
  ['api/v2.json', '{"swagger":"2.0","host":"a","definitions":{}}'],
  ['specs/pets.yaml', spec],
  ['events/asyncapi.yaml', 'asyncapi: 3.0.0\noperations: {}\n'],
  ['config/navigation.json', '{"tabs":[{"tab":"A","pages":["index"]}]}'],
  ['config/more/en.json', '[{"group":"A","pages":["index"]},"index"]'],
])('%s is data of the documentation', async (path, after) => {
  await change(path, after)
  await change(path, null)
})

test.each([
  ['api/openapi.yaml', `${spec}build:\n  script: [env]\n`],
  ['api/openapi.yaml', `${spec}---\nbuild: {}\n`],
  ['api/openapi.yaml', '{openapi: 3.1.0, build: {script: env}}'],
  ['api/openapi.yaml', `${spec}? build\n: {}\n`],
  ['api/openapi.yaml', '%YAML 1.2\n---\nopenapi: 3.1.0\n'],
  ['api/openapi.yaml', 'info: {}\n'],
  ['api/openapi.yaml', job],
  ['api/v2.json', '{"openapi":"3.1.0","scripts":{}}'],
  ['api/v2.json', spec],
  ['api/v2.json', '{"openapi":"3.1.0"'],
  ['config/navigation.json', '{"pages":[],"scripts":{}}'],
  ['config/navigation.json', 'pages: []\n'],
  ['nx/project.json', '{"openapi":"3.1.0"}'],
  ['nx/project.json', null],
  ['ci/jobs.yml', spec],
  ['ci/jobs.yml', null],
  ['data/other.yaml', spec],
  ['data/other.yaml', null],
])('%s is not changed to %j', async (path, after) => {
  await expect(change(path, after)).rejects.toThrow(Refusal)
})

test.each([
  ['api/openapi-v3.yaml', true],
  ['api/pets.yaml', true],
  ['pets.openapi.json', true],
  ['fresh/swagger.yaml', true],
  ['pets.yaml', false],
  ['fresh/pets.yaml', false],
  ['ci/openapi.yml', false],
  ['ci/deep/openapi.yml', false],
  ['data/openapi.yaml', false],
  ['openapi.gitlab-ci.yml', false],
  ['openapi.tf.json', false],
  ['project.json', false],
  ['cloudbuild-openapi.yaml', false],
])('a new description that docs.json names: %s', async (path, isAllowed) => {
  await put('docs.json', JSON.stringify({ ...settings, api: { openapi: [path, ...settings.api.openapi] } }))
  const content = path.endsWith('json') ? '{"openapi":"3.1.0","paths":{}}' : spec
  const changed = change(path, content)
  await (isAllowed ? changed : expect(changed).rejects.toThrow(Refusal))
})

test.each([
  ['navigation-en.json', true],
  ['config/fr.json', true],
  ['fr.json', false],
  ['vercel.json', false],
  ['nx/navigation.json', false],
  ['navigation.yaml', false],
])('a new part of docs.json: %s', async (path, isAllowed) => {
  const navigation = [{ $ref: path }, { $ref: './config/navigation.json' }]
  await put('docs.json', JSON.stringify({ name: 'Site', navigation }))
  const changed = change(path, '{"redirects":[],"pages":["index"]}')
  await (isAllowed ? changed : expect(changed).rejects.toThrow(Refusal))
})

test('a file that docs.json no longer names may be deleted with its reference, and not be made again', async () => {
  const base = await openTree(folder)
  const now = await mkdtemp(join(tmpdir(), 'bindery-documents-now-'))
  await writeFile(join(now, 'docs.json'), '{"name":"Site","navigation":{"pages":["index"]}}')
  await mkdir(join(now, 'api'))
  await writeFile(join(now, 'api/openapi.yaml'), spec)
  const tree = await openTree(now)
  await expectDocument({ tree, settings: [base, tree], docsPath: '' }, 'api/openapi.yaml', null)
  await expect(expectDocument({ tree, settings: [tree], docsPath: '' }, 'api/openapi.yaml', null)).rejects.toThrow(
    'docs.json does not refer to it',
  )
  await rm(now, { recursive: true })
})

test.each([
  'style.css',
  'index.html',
  'notes.txt',
  'requirements.txt',
  'robots.txt',
  'docs.JSON',
  'index.MDX',
  'a.mdx.js',
  'card.jsx',
  'src/snippets/card.jsx',
  'app/snippets/page.jsx',
  'pages/snippets/card.jsx',
  'snippets/card.test.jsx',
  'snippets/test.jsx',
  'snippets/card-spec.jsx',
  'snippets/__tests__/card.jsx',
  'snippets/card.js',
  'snippets/card.tsx',
  'Snippets/card.jsx',
  'AGENTS.md',
  'guides/Claude.md',
  'ＡＧＥＮＴＳ.md',
  'AGENTſ.md',
  'api.instructions.md',
  'PULL_REQUEST_TEMPLATE.md',
  'ISSUE_TEMPLATE/bug.md',
  '.github/pull.md',
  '．github/pull.md',
  '.\u200bgithub/pull.md',
  'GITHUB~1/pull.md',
  'guides./start.mdx',
  'guides /start.mdx',
  'start.mdx.',
  'start.mdx::$DATA',
  'node_modules/x/readme.md',
  '_headers',
  'Makefile',
])('%s is not', async (path) => {
  await expect(change(path)).rejects.toThrow(Refusal)
  await expect(change(path, null)).rejects.toThrow(Refusal)
})

test('whatever a path is made of, what is allowed ends as documentation does', async () => {
  const part = fc.constantFrom(
    'a',
    '.github',
    'ci',
    'docs',
    'snippets',
    'package',
    'AGENTS',
    '．',
    ' ',
    '~1',
    ':',
    '\u200d',
  )
  const extension = fc.constantFrom('.md', '.mdx', '.json', '.yml', '.jsx', '.js', '', '.md ', '.svg', '.tf.json')
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), extension, async (parts, end) => {
      const path = parts.join('/') + end
      const refusal = await change(path).catch((error: unknown) => error)
      if (refusal !== undefined) expect(refusal).toBeInstanceOf(Refusal)
      if (refusal !== undefined) return
      expect(path).toMatch(/\.(mdx?|svg)$|^docs\.json$|^snippets\/.*\.jsx$/)
      expect(path).not.toMatch(/github|agents\.md$|[:~．]|\u200d|^ci\/.*\.yml$/i)
    }),
  )
})

test('the folder of the documentation has the root of its own', async () => {
  await put('docs/docs.json', JSON.stringify({ openapi: 'api/openapi.yaml' }))
  await put('docs/api/openapi.yaml', spec)
  await change('docs/api/openapi.yaml', spec, 'docs')
  await change('docs/snippets/card.jsx', 'x', 'docs')
  for (const path of ['api/openapi.yaml', 'docs.json', 'docs', 'docs-of-others/a.md', 'docs/guides/docs.json'])
    await expect(change(path, spec, 'docs')).rejects.toThrow(Refusal)
})

test('settings that refer to themselves, or nest without end, are read to an end', async () => {
  await put('config/navigation.json', '{"$ref":"./navigation.json","pages":[{"$ref":"../docs.json"}]}')
  await change('config/navigation.json', '{"pages":[]}')
  await put('docs.json', `{"openapi":"api/openapi.yaml","navigation":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  await change('api/openapi.yaml', spec)
})
