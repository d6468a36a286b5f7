import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PageFacts } from '../../model/page-facts.ts'
import { ScopeCollector } from './collect-scopes.ts'
import { describeForSearch } from './describe-for-search.ts'
import { joinSearch } from './join-search.ts'
import { holdTerms, openTermSpool, type TermSpool } from './spool-terms.ts'

const words = ['run', 'sweep', 'モデル', 'café', '実験', 'zebra', '𐐷𐐷', '𐐀'.repeat(20), `a${'𐐀'.repeat(20)}`]

const pages = Array.from({ length: 300 }, (_, n) => {
  const some = words.filter((_, at) => (n * 7 + at * 3) % 5 < 2)
  const content = `<p>${some.join(' ')} word${n % 90}</p><h2 id="b">Part ${n}</h2><p>${some.toReversed().join(' ')}</p>`
  const searchPlace = { scope: n % 3 === 0 ? 'one' : 'two', crumb: '', section: '', isListed: true }
  const search = describeForSearch(content, { title: `Page ${n}` })
  return { output: `p${n}.html`, title: `Page ${n}`, search, searchPlace } as PageFacts
})

function indexIn(runLength: number, spool: TermSpool): Map<string, string> {
  const collector = new ScopeCollector(spool)
  const files = new Map<string, string>()
  const keep = ({ path, bytes }: { path: string; bytes: Uint8Array }) =>
    files.set(path, Buffer.from(bytes).toString('latin1'))
  for (let from = 0; from < pages.length; from += runLength) {
    for (const share of joinSearch(pages.slice(from, from + runLength)))
      for (const file of collector.add(share)) keep(file)
  }
  for (const file of collector.finish()) keep(file)
  return files
}

test.each([1, 7, 128])('the index is the same however pages are cut into runs: in runs of %i', (runLength) => {
  expect(indexIn(runLength, holdTerms())).toEqual(indexIn(pages.length, holdTerms()))
})

test('runs that wait in a file are read as they were written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-terms-'))
  try {
    using spool = openTermSpool(folder)
    expect(indexIn(16, spool)).toEqual(indexIn(16, holdTerms()))
  } finally {
    await rm(folder, { recursive: true })
  }
})
