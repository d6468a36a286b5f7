import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import { expect, test } from 'vitest'
import { compareFindings } from './compare-findings.ts'

const link: Diagnostic = { file: 'a.mdx', line: 1, kind: 'broken_link', message: 'leads nowhere' }
const bad: Diagnostic = { file: 'a.mdx', line: 3, kind: 'page_not_parsed', message: 'never closed' }

async function compare(before: Diagnostic[], now: Diagnostic[], changed: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-compare-'))
  try {
    const [first, second] = [join(folder, 'before'), join(folder, 'now')]
    await writeFile(first, JSON.stringify(before))
    await writeFile(second, JSON.stringify(now))
    return await compareFindings({ before: first, now: second, changed })
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('what was wrong before is not found again, wherever it stands now', async () => {
  expect(await compare([link], [{ ...link, line: 9 }], ['a.mdx'])).toEqual([])
  expect(await compare([link], [link, { ...link, line: 9 }])).toHaveLength(1)
})

test('a page that is not valid is left so only where it is not touched', async () => {
  expect(await compare([], [bad])).toEqual([bad])
  expect(await compare([bad], [bad], ['b.mdx'])).toEqual([])
  expect(await compare([bad], [bad], ['a.mdx'])).toEqual([bad])
})

test('what an earlier version wrote down of a bad page is the same page', async () => {
  expect(await compare([{ ...bad, kind: 'page_failed', message: 'never closed at 3:1' }], [bad])).toEqual([])
})
