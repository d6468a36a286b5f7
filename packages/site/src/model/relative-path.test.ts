import { expect, test } from 'vitest'
import { relativePath } from './paths.ts'

test.each([
  ['index.html', 'a.html', 'a.html'],
  ['a/b.html', 'a/c.html', 'c.html'],
  ['a/b.html', 'a.html', '../a.html'],
  ['a/b/c.html', 'a/index.html', '../index.html'],
  ['a/b/c.html', 'ab/c.html', '../../ab/c.html'],
  ['a/b.html', 'a/b/c.html', 'b/c.html'],
  ['a/b.html', 'a/b.html', 'b.html'],
  ['a/b.html', '', '../'],
  ['index.html', 'x:y/ä ö.html', 'x%3Ay/%C3%A4%20%C3%B6.html'],
  ['index.html', 'half \ud800.html', 'half%20%EF%BF%BD.html'],
])('from %s to %s it is %s', (from, to, link) => {
  expect(relativePath(from, to)).toBe(link)
  const base = 'https://example.com/docs/'
  expect(new URL(link, base + from).href).toBe(
    new URL(to.toWellFormed().split('/').map(encodeURIComponent).join('/'), base).href,
  )
})
