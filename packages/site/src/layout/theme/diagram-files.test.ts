import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { diagramFiles } from './diagram-files.ts'

const { files, script, library } = diagramFiles()
const textOf = (path: string) => new TextDecoder().decode(files.find((file) => file.path === path)?.bytes)

test('the script that every page with a diagram loads is under 5 KB, compressed', () => {
  expect(gzipSync(textOf(script)).length).toBeLessThan(5000)
})

test('the library carries its license, asks no host and evaluates nothing', () => {
  const text = textOf(library)
  expect(text.slice(0, 300)).toContain('MIT License')
  expect(text).not.toMatch(/\bfetch\(|XMLHttpRequest|importScripts|new Function\(|[^\w.]eval\(/)
})
