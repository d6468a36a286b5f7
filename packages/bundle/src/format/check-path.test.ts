import { expect, test } from 'vitest'
import { checkPath, checkSitePath } from './check-path.ts'

test('a path that could leave its folder is refused with its fault', () => {
  const faults: Record<string, RegExp> = {
    '/etc/passwd': /absolute/,
    '../a': /"\.\." segment/,
    'a/../b': /"\.\." segment/,
    'a\\b': /backslash/,
    'C:/a': /drive letter/,
    'a\nb': /control character/,
    'a//b': /empty segment/,
    '\ud800': /Unicode/,
  }
  for (const [path, fault] of Object.entries(faults)) {
    expect(() => checkPath(path), path).toThrow(expect.objectContaining({ message: expect.stringMatching(fault) }))
  }
})

test('a file of the site cannot take the place of the manifest or its signature, in any case', () => {
  for (const path of ['manifest.json', 'Manifest.JSON', 'manifest.sig']) {
    expect(() => checkSitePath(path), path).toThrow(expect.objectContaining({ code: 'reserved_path' }))
  }
  expect(() => checkSitePath('docs/manifest.json')).not.toThrow()
})
