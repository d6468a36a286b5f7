import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFile, comparePages, type SitePages } from './compare-pages.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** A site of pages: what their authors wrote, in a frame that all of them share. */
function makeSite(texts: Record<string, string>, frame = ''): SitePages {
  const pages: SitePages = new Map()
  const add = (path: string, text: string, page?: string) =>
    addFile(pages, { path, sha256: digest(text), size: 0, type: '', ...(page !== undefined && { page }) })
  for (const [path, text] of Object.entries(texts)) {
    add(`${path}.md`, text, `${path}.mdx`)
    add(`${path}.html`, frame + text, `${path}.mdx`)
    add(`${path}.png`, text, `${path}.mdx`)
  }
  add('404.html', frame)
  add('old/address.html', frame)
  return pages
}

test('every kind of change is named, in the order of paths', () => {
  const before = makeSite({ a: 'A', b: 'B', c: 'C', d: 'D' })
  const after = makeSite({ a: 'A', b: 'B, now', 'e/c': 'C', f: 'F' })
  expect(comparePages(before, after)).toEqual([
    { kind: 'changed', path: 'b', from: null },
    { kind: 'removed', path: 'd', from: null },
    { kind: 'moved', path: 'e/c', from: 'c' },
    { kind: 'added', path: 'f', from: null },
  ])
})

test('a page with the same text in other HTML is no changed page', () => {
  const texts = { a: 'A', b: 'B' }
  expect(comparePages(makeSite(texts), makeSite(texts, 'new frame'))).toEqual([
    { kind: 'rendered', path: 'a', from: null },
    { kind: 'rendered', path: 'b', from: null },
  ])
})

test('pages of the same text are moved one by one', () => {
  const changes = comparePages(makeSite({ a: 'same', b: 'same', c: 'same' }), makeSite({ x: 'same', y: 'same' }))
  expect(changes).toEqual([
    { kind: 'removed', path: 'c', from: null },
    { kind: 'moved', path: 'x', from: 'a' },
    { kind: 'moved', path: 'y', from: 'b' },
  ])
})

test('a page without its Markdown is compared by its HTML', () => {
  const site = (html: string): SitePages => new Map([['a', { html }]])
  expect(comparePages(site('1'), site('2'))).toEqual([{ kind: 'changed', path: 'a', from: null }])
})

const edit = fc.record({
  page: fc.nat(199),
  kind: fc.constantFrom('added', 'changed', 'moved', 'removed', 'none'),
})

test('of 50 random edits of 200 pages, the list names each and nothing else', () => {
  const texts = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p/${n}`, `Page ${n}.`]))
  const before = makeSite(texts)
  fc.assert(
    fc.property(fc.uniqueArray(edit, { minLength: 50, maxLength: 50, selector: ({ page }) => page }), (edits) => {
      const edited = { ...texts }
      const expected = edits.flatMap(({ page, kind }) => applyEdit(edited, `p/${page}`, kind))
      const found = comparePages(before, makeSite(edited)).map(({ kind, path, from }) => `${kind} ${path} ${from}`)
      expect(found.sort()).toEqual(expected.sort())
    }),
    { numRuns: 50 },
  )
})

/** Edits the site, and names what a comparison must say of it. */
function applyEdit(texts: Record<string, string>, path: string, kind: string): string[] {
  const text = texts[path] ?? ''
  if (kind === 'none') return []
  if (kind === 'added') texts[`new/${path}`] = `New: ${text}`
  if (kind === 'changed') texts[path] = `${text} More.`
  if (kind === 'moved') texts[`moved/${path}`] = text
  if (kind === 'moved' || kind === 'removed') delete texts[path]
  const now = { added: `new/${path}`, changed: path, moved: `moved/${path}`, removed: path }[kind]
  return [`${kind} ${now} ${kind === 'moved' ? path : null}`]
}
