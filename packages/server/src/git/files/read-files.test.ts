import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { listFiles } from './list-files.ts'
import { readFiles, type SourceFile } from './read-files.ts'

const signal = new AbortController().signal
const limits = defaultSourceLimits
const binary = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

let folder: string
let repository: string
let commit: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-files-'))
  repository = join(folder, 'docs.git')
  const written = new GitRepository(repository)
  const link = { mode: '120000', name: 'link.mdx', object: written.blob('/etc/passwd') }
  const files = written.files({
    'docs/docs.json': '{}',
    'docs/a/empty.md': '',
    'docs/a/ünï cöde.md': 'text\r\nwith its own line ends\n',
    'docs/binary.png': binary,
    'README.md': '# Outside',
  })
  commit = written.commit(written.tree([...files, link, { mode: '160000', name: 'module', object: 'a'.repeat(40) }]))
})

afterAll(() => rm(folder, { recursive: true }))

async function collect(reading: AsyncIterable<SourceFile>): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for await (const file of reading) files.push(file)
  return files
}

async function readAll(name: string): Promise<SourceFile[]> {
  const { files } = await listFiles({ repository, commit, folder: name, limits, signal })
  return collect(readFiles({ repository, files, limits, signal }))
}

test('the files of one folder come byte for byte, with paths relative to it', async () => {
  expect(await readAll('docs')).toEqual([
    { path: 'a/empty.md', bytes: Buffer.alloc(0) },
    { path: 'a/ünï cöde.md', bytes: Buffer.from('text\r\nwith its own line ends\n') },
    { path: 'binary.png', bytes: binary },
    { path: 'docs.json', bytes: Buffer.from('{}') },
  ])
})

test('the whole repository is read with an empty folder, links and submodules only named', async () => {
  const listing = await listFiles({ repository, commit, folder: '', limits, signal })
  expect(listing.files.map(({ path }) => path)).toContain('docs/docs.json')
  expect(listing.leftOut).toEqual([
    { path: 'link.mdx', reason: 'link' },
    { path: 'module', reason: 'submodule' },
  ])
})

test.each(['nowhere', 'README.md', 'link.mdx', 'module', '../docs', 'docs/..', '/docs', 'docs/', '.git', 'a\nb'])(
  'the folder %j is not there',
  async (name) => {
    const listing = listFiles({ repository, commit, folder: name, limits, signal })
    await expect(listing).rejects.toMatchObject({ code: 'docs_folder_not_found' })
  },
)

test('a file past the limit is left out and named; the others stay', async () => {
  const small = { ...limits, fileBytes: 1_000 }
  const { files, leftOut } = await listFiles({ repository, commit, folder: 'docs', limits: small, signal })
  expect(leftOut).toEqual([{ path: 'binary.png', reason: 'too_large' }])
  expect(files).toHaveLength(3)
})

test('too many entries, or too many bytes in all, refuse the source', async () => {
  for (const change of [{ entries: 3 }, { sourceBytes: 100_000 }]) {
    const listing = listFiles({ repository, commit, folder: 'docs', limits: { ...limits, ...change }, signal })
    await expect(listing).rejects.toMatchObject({ code: 'repository_too_large' })
  }
})

test('a file that the repository does not hold is an error, not an empty file', async () => {
  const files = [{ path: 'lost.md', object: 'b'.repeat(40), size: 3 }]
  const reading = collect(readFiles({ repository, files, limits, signal }))
  await expect(reading).rejects.toMatchObject({ code: 'repository_invalid' })
})

test('an abort in mid reading comes back as its own reason', async () => {
  const caller = new AbortController()
  const { files } = await listFiles({ repository, commit, folder: 'docs', limits, signal })
  const reading = readFiles({ repository, files, limits, signal: caller.signal })
  await reading.next()
  caller.abort(new Error('cancelled by test'))
  await expect(collect(reading)).rejects.toThrow('cancelled by test')
})
