import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../../test/security/repositories/git-repository.ts'
import { readDates } from './read-dates.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-dates-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(repository: GitRepository, commit: string, files: string[]) {
  const [listing, dates] = [join(folder, 'listing'), join(folder, 'dates')]
  await writeFile(listing, JSON.stringify(files.map((path) => [path, '', 0])))
  const limits = { gitMemoryBytes: 256 * 1024 ** 2 }
  const input = { repository: repository.path, commit, folder: '', limits, listing, dates }
  await readDates(input, async () => 0)
  return JSON.parse(await readFile(dates, 'utf8'))
}

test('files that are there have their day, and no other', async () => {
  const repository = new GitRepository(join(folder, 'plain.git'))
  const commit = repository.commit(repository.tree(repository.files({ 'a.mdx': '1', 'gone.mdx': '1' })))
  expect(await read(repository, commit, ['a.mdx', 'new.mdx'])).toEqual({ days: { 'a.mdx': expect.any(String) } })
})

test('trees that unfold to a thousand million names are a history that cannot be read', async () => {
  const repository = new GitRepository(join(folder, 'bomb.git'))
  let object = repository.blob('text')
  let mode = '100644'
  for (let depth = 0; depth < 9; depth++) {
    const names = Array.from({ length: 10 }, (_, index) => ({ mode, name: `d${index}`, object }))
    object = repository.tree(names)
    mode = '40000'
  }
  const { failure, days } = await read(repository, repository.commit(object), ['a.mdx'])
  expect({ failure, days }).toEqual({ days: {}, failure: 'the history of the repository could not be read' })
}, 120_000)
