import { expect, test } from 'vitest'
import { createMoves } from '../format/redirects/create-moves.ts'
import { findFile, listNamesAt } from './find-file.ts'

const names = [
  'index.html',
  '404.html',
  'a.html',
  'a/index.html',
  'b',
  'b.html',
  'c.html',
  'd/index.html',
  '_bindery/report.html',
]
const files = new Map(names.map((name) => [name, name]))
// An author who wants the long address has it.
const moves = createMoves([{ parts: [{ text: '/c' }], target: ['/c.html'], status: 301 }])

/** As whoever has only the names that may be asked for, and as one who has them all. */
function find(path: string) {
  const some = new Map(listNamesAt(path).flatMap((name) => (files.has(name) ? [[name, name] as const] : [])))
  const found = findFile(path, { files, moves })
  expect(findFile(path, { files: some, moves })).toEqual(found)
  return found.kind === 'file' ? found.file : found.kind === 'moved' ? `→ ${found.location}` : 'missing'
}

test('a page asked for with .html is led to its address without it, where the same page stands', () => {
  expect([find('/a.html'), find('/a')]).toEqual(['→ /a', 'a.html'])
})

test.each([
  ['/index.html', 'index.html'],
  ['/d/index.html', 'd/index.html'],
  ['/404.html', '404.html'],
  ['/_bindery/report.html', '_bindery/report.html'],
  ['/b.html', 'b.html'],
  ['/c.html', 'c.html'],
])('%s keeps its address: a folder’s page, one of our own, or one whose short address is another’s', (path, file) => {
  expect(find(path)).toBe(file)
})

test('an address that nothing has is missing with .html too', () => {
  expect(find('/nowhere.html')).toBe('missing')
})
