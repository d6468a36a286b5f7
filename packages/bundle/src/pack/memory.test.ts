import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { facts } from '../../testing/small-site.ts'
import type { Pack, SourceFile } from '../format/format.ts'
import { decodePackIndex } from './decode-pack-index.ts'
import { encodePackIndex } from './encode-pack-index.ts'
import { writeBundle } from './write-bundle.ts'
import { writePack } from './write-pack.ts'

const perPack = 1000
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packs-'))
})
afterAll(() => rm(folder, { recursive: true }))

// Names are all that grows: they are kept to see that no two collide.
test('a file more costs a bundle in the making its name and nothing else', async () => {
  await peakOf(1000)
  const small = await peakOf(1000)
  const large = await peakOf(10_000)
  expect(large.bytes).toBeGreaterThan(9 * small.bytes)
  expect((large.peak - small.peak) / 9000).toBeLessThan(600)
})

async function peakOf(files: number): Promise<{ bytes: number; peak: number }> {
  let peak = 0
  const sample = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    peak = Math.max(peak, heapUsed + arrayBuffers)
  }
  const packs: Pack[] = []
  for (let first = 0; first < files; first += perPack) packs.push(await storePack(first, sample))
  let bytes = 0
  for await (const chunk of writeBundle({ site: facts, packs }).bytes) bytes += chunk.length
  return { bytes, peak }
}

async function storePack(first: number, sample: () => void): Promise<Pack> {
  const file = join(folder, `${first}.pack`)
  const writing = writePack(pages(first))
  await writeFile(file, writing.bytes)
  await writeFile(`${file}.index`, encodePackIndex(writing.result()))
  return {
    async index() {
      sample()
      return decodePackIndex(await readFile(`${file}.index`))
    },
    read: (start, length) => createReadStream(file, { start, end: start + length - 1 }),
  }
}

function* pages(first: number): Generator<SourceFile> {
  for (let i = first; i < first + perPack; i++) {
    const page = `guides/page-${String(i).padStart(6, '0')}`
    yield { path: `${page}/index.html`, bytes: Buffer.from(`<h1>Page ${i}</h1>`), page }
  }
}
