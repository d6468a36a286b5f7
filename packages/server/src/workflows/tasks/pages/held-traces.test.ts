import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { forgetTraces, readHeldTraces } from './held-traces.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-held-'))

afterEach(() => {
  forgetTraces()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

function writeTraces(name: string, pages: number): string {
  const traces = { plan: name, pages: Array.from({ length: pages }, (_, n) => ({ route: `${n}`, files: [] })) }
  const file = join(folder, name)
  writeFileSync(file, gzipSync(JSON.stringify(traces)))
  return file
}

test('traces are read once, until others need their room or another organization comes', async () => {
  const [first, second, third] = [writeTraces('a', 4_000), writeTraces('b', 4_000), writeTraces('c', 4_000)]
  const read = await readHeldTraces(first)
  expect(read).toMatchObject({ plan: 'a' })
  await readHeldTraces(second)
  expect(await readHeldTraces(first)).toBe(read)
  const other = await readHeldTraces(third)
  rmSync(folder, { recursive: true })
  expect(await readHeldTraces(first)).toBe(read)
  expect(await readHeldTraces(third)).toBe(other)
  await expect(readHeldTraces(second)).rejects.toThrow('ENOENT')
  forgetTraces()
  await expect(readHeldTraces(first)).rejects.toThrow('ENOENT')
})
