import { expect, test } from 'vitest'
import { moveTo, namesOf } from './names-of.ts'

test('an address means a file, the file with .html, or the index of a folder', () => {
  expect(namesOf('/')).toEqual(['index.html'])
  expect(namesOf('/a/b')).toEqual(['a/b', 'a/b.html', 'a/b/index.html'])
  expect(namesOf('/caf%C3%A9/')).toEqual(['café', 'café.html', 'café/index.html'])
})

test('only an address in the folder of its file is answered where it stands', () => {
  for (const path of ['/a/b', '/a/b.html']) expect(moveTo(path, 'a/b.html')).toBeUndefined()
  for (const path of ['/a/', '/a/index', '/a/index.html']) expect(moveTo(path, 'a/index.html')).toBeUndefined()
  expect(moveTo('/', 'index.html')).toBeUndefined()
  expect(moveTo('/a', 'a/index.html')).toBe('/a/index.html')
  expect(moveTo('/a/b/', 'a/b.html')).toBe('/a/b.html')
})
