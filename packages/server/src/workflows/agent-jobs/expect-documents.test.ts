import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectDocuments } from './expect-documents.ts'

const roots = { base: '', changed: '' }

beforeAll(async () => {
  for (const name of ['base', 'changed'] as const) {
    roots[name] = await mkdtemp(join(tmpdir(), `bindery-${name}-`))
    await mkdir(join(roots[name], 'api'))
    await writeFile(join(roots[name], 'api/openapi.yaml'), 'openapi: 3.1.0\n')
    await writeFile(join(roots[name], 'package.json'), '{}')
  }
  await writeFile(join(roots.base, 'docs.json'), '{"openapi":"api/openapi.yaml"}')
  await writeFile(join(roots.changed, 'docs.json'), '{"openapi":["package.json"]}')
})

afterAll(async () => {
  for (const root of Object.values(roots)) await rm(root, { recursive: true })
})

const push = (path: string, content: string | null) =>
  expectDocuments(roots, '', [
    { path: 'index.mdx', before: null, content: '# Index' },
    { path, before: null, content },
  ])

test('what the tools should have refused is refused once more before it is pushed', async () => {
  for (const path of ['.github/workflows/leak.yml', 'package.json', 'index.html', 'AGENTS.md']) {
    await expect(push(path, 'openapi: 3.1.0\n')).rejects.toMatchObject({
      name: 'AgentJobFailure',
      code: 'checks_failed',
    })
    await expect(push(path, null)).rejects.toThrow('Nothing was pushed.')
  }
})

test('pages, and data that the settings referred to before, are pushed', async () => {
  await push('guides/start.mdx', '# Start')
  await push('api/openapi.yaml', 'openapi: 3.1.0\npaths: {}\n')
  await push('api/openapi.yaml', null)
})
