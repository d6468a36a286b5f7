import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemory } from './create-memory.ts'
import { createBodies, formOf } from './read-body.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'bindery-bodies-'))
  await mkdir(join(work, 'site'))
})
afterEach(() => rm(work, { recursive: true }))

test('an encoded form counts once, however often it is read again, and no more when it is removed', async () => {
  const site = join(work, 'site')
  const files = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const text = name.repeat(5000)
      await writeFile(join(site, `${name}.html`), text)
      const facts = { path: `${name}.html`, size: text.length, sha256: name.repeat(64), type: 'text/html' }
      return { ...facts, isHashed: false, isEncodable: true }
    }),
  )
  // Nothing stays in memory, so that every read loads.
  const bodies = createBodies(join(work, 'encoded'), createMemory(0))
  const [a, b] = files.map((file) => formOf(file, 'gzip'))
  if (!a || !b) throw new Error('There are two files.')
  await bodies.read(site, a)
  const one = bodies.encodedBytes
  expect(one).toBeGreaterThan(0)
  await bodies.read(site, b)
  const both = bodies.encodedBytes
  expect(both).toBeGreaterThan(one)
  for (const form of [a, b, a, b]) await bodies.read(site, form)
  expect(bodies.encodedBytes).toBe(both)
  await bodies.prune(new Set([a.file.sha256]))
  expect(bodies.encodedBytes).toBe(one)
})
