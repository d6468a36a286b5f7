/** `node --expose-gc measure-growth.ts FILES`: prints by how many bytes the heap grows while a bundle of so many files is written. */
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pack, SourceFile } from '../src/format/format.ts'
import { decodePackIndex } from '../src/pack/decode-pack-index.ts'
import { encodePackIndex } from '../src/pack/encode-pack-index.ts'
import { writeBundle } from '../src/pack/write-bundle.ts'
import { writePack } from '../src/pack/write-pack.ts'
import { facts } from './small-site.ts'

const perPack = 1000

async function measureGrowth(folder: string, files: number): Promise<number> {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, readHeap())
  }
  const packs: Pack[] = []
  for (let first = 0; first < files; first += perPack) packs.push(await storePack(folder, first, sample))
  const before = readHeap()
  for await (const _ of writeBundle({ site: facts, packs }).bytes);
  return peak - before
}

function readHeap(): number {
  // Buffers are freed on another thread after a collection; the next one waits for it.
  for (let i = 0; i < 2; i++) global.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function storePack(folder: string, first: number, sample: () => void): Promise<Pack> {
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

const folder = await mkdtemp(join(tmpdir(), 'packs-'))
try {
  // Loads what is loaded once.
  await measureGrowth(folder, perPack)
  console.log(await measureGrowth(folder, Number(process.argv[2])))
} finally {
  await rm(folder, { recursive: true })
}
