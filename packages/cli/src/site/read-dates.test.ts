import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDateReader } from './read-dates.ts'

let folder: string
let clone: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-dates-'))
  clone = join(folder, 'whole')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', clone])
  execFileSync('mkdir', [join(clone, 'docs')])
  await commit('2026-01-01T12:00:00Z', { 'docs/a.mdx': '1', 'docs/b.mdx': '1', 'other.txt': '1' })
  git(clone, '2026-01-01T12:00:00Z', 'checkout', '--quiet', '-b', 'side')
  await commit('2026-02-02T12:00:00Z', { 'docs/b.mdx': '2' })
  git(clone, '2026-02-02T12:00:00Z', 'checkout', '--quiet', 'main')
  await commit('2026-03-03T23:30:00-05:00', { 'docs/c.mdx': '1' })
  git(clone, '2026-04-04T12:00:00Z', 'merge', '--quiet', '--no-edit', 'side')
  await commit('2026-05-05T12:00:00Z', { 'other.txt': '2', 'docs/d.mdx': '1' })
})
afterAll(() => rm(folder, { recursive: true }))

function git(cwd: string, date: string, ...args: string[]): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd, env, stdio: 'pipe' })
}

async function commit(date: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(clone, path), text)
  git(clone, date, 'add', '--all')
  git(clone, date, 'commit', '--quiet', '--message', 'Change')
}

function cloneTo(name: string, ...options: string[]): string {
  execFileSync('git', ['clone', '--quiet', ...options, `file://${clone}`, join(folder, name)], { stdio: 'pipe' })
  return join(folder, name, 'docs')
}

test('files of the docs folder have the day of the last commit that changed them, wherever it is read', async () => {
  const { days } = await createDateReader(join(clone, 'docs'))()
  expect(days).toEqual({ 'a.mdx': '2026-01-01', 'b.mdx': '2026-02-02', 'c.mdx': '2026-03-04', 'd.mdx': '2026-05-05' })
})

test('a file that was changed before a clone begins has none', async () => {
  const { days, failure } = await createDateReader(cloneTo('part', '--depth=3'))()
  expect(days).toEqual({ 'd.mdx': '2026-05-05' })
  expect(failure).toBeUndefined()
})

test('without a history the reason is given', async () => {
  const shallow = await createDateReader(cloneTo('shallow', '--depth=1'))()
  expect(shallow).toEqual({ days: {}, failure: 'the repository was cloned without its history' })
  const none = await createDateReader(await mkdtemp(join(folder, 'none-')))()
  expect(none).toEqual({ days: {}, failure: 'the docs folder is in no git repository with a commit' })
})
