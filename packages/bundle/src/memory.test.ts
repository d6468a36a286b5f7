import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { facts } from '../testing/small-site.ts'
import { decodePackIndex } from './decode-pack-index.ts'
import { encodePackIndex } from './encode-pack-index.ts'
import type { Pack, SourceFile } from './format.ts'
import { writeBundle } from './write-bundle.ts'
import { writePack } from './write-pack.ts'

const PER_PACK = 500
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// Names are all that grows: they are kept to see that no two collide, and the test keeps the stored indexes.
test('a file more costs a bundle in the making its name and nothing else', { timeout: 60_000 }, async () => {
  await peakOf(500)
  const small = await peakOf(2000)
  const large = await peakOf(20_000)
  expect(large.bytes).toBeGreaterThan(9 * small.bytes)
  expect((large.peak - small.peak) / 18_000).toBeLessThan(600)
})

async function peakOf(files: number): Promise<{ bytes: number; peak: number }> {
  let peak = 0
  const sample = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    peak = Math.max(peak, heapUsed + arrayBuffers)
  }
  const packs = Array.from({ length: files / PER_PACK }, (_, i) => generatedPack(i * PER_PACK, sample))
  let bytes = 0
  for await (const chunk of writeBundle({ site: facts, packs }).bytes) bytes += chunk.length
  return { bytes, peak }
}

/** Stands for a stored pack: its bytes are made again each time and held by nobody. */
function generatedPack(first: number, sample: () => void): Pack {
  let stored: Uint8Array | undefined
  return {
    async index() {
      stored ??= await storeIndex(first)
      sample()
      return decodePackIndex(stored)
    },
    read: () => writePack(pages(first)).bytes,
  }
}

async function storeIndex(first: number): Promise<Uint8Array> {
  const writing = writePack(pages(first))
  for await (const _ of writing.bytes);
  return encodePackIndex(writing.result())
}

function* pages(first: number): Generator<SourceFile> {
  for (let i = first; i < first + PER_PACK; i++) {
    const page = `guides/page-${String(i).padStart(6, '0')}`
    yield { path: `${page}/index.html`, bytes: Buffer.from(`<h1>Page ${i}</h1>`), page }
  }
}
