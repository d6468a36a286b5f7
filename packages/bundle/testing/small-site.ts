import { buffer } from 'node:stream/consumers'
import { compareFiles, type Pack, type SiteFacts, type SourceFile, writeBundle, writePack } from '../src/index.ts'

export const facts: SiteFacts = {
  domain: 'docs.example.com',
  version: 'v1',
  commit: 'c0ffee',
  committedAt: '2026-01-01T00:00:00Z',
  renderer: 'test/1',
}

/** A site with the names that archives get wrong: long, not ASCII, and exactly at the limits of a header. */
export function smallSite(pages = 12): SourceFile[] {
  const files: SourceFile[] = [
    text('404.html', '<h1>Not here</h1>'),
    text('assets/style.css', 'body { margin: 0 }'),
    text('assets/empty.txt', ''),
    text(`assets/${'a'.repeat(93)}`, 'a name of 100 bytes'),
    text(`assets/${'b'.repeat(94)}`, 'a name of 101 bytes'),
    text('assets/日本語/ガイド.svg', '<svg/>'),
    { path: 'assets/noise.bin', bytes: Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31) % 251) },
    text('assets/block.txt', 'x'.repeat(512)),
  ]
  for (let i = 0; i < pages; i++) {
    const page = `guides/page-${i}`
    files.push(
      text(`${page}.md`, `# Page ${i}`, page),
      text(`${page}/index.html`, `<h1>Page ${i}</h1>`.repeat(40), page),
    )
  }
  return files.sort(compareFiles)
}

export function text(path: string, content: string, page?: string): SourceFile {
  const file = { path, bytes: Buffer.from(content) }
  return page === undefined ? file : { ...file, page }
}

/** A pack that lives in memory, as a store would give it back. */
export async function packOf(files: Parameters<typeof writePack>[0]): Promise<Pack> {
  const writing = writePack(files)
  const bytes = await buffer(writing.bytes)
  return {
    index: async () => writing.result(),
    read: (offset, length) => slices(bytes.subarray(offset, offset + length)),
  }
}

export async function packsOf(files: SourceFile[], perPack: number): Promise<Pack[]> {
  const cuts = Array.from({ length: Math.ceil(files.length / perPack) }, (_, i) => i * perPack)
  return Promise.all(cuts.map((cut) => packOf(files.slice(cut, cut + perPack))))
}

export async function bundleOf(
  files: SourceFile[],
  options: { perPack?: number; site?: SiteFacts; signingKey?: Parameters<typeof writeBundle>[0]['signingKey'] } = {},
): Promise<Buffer> {
  const { perPack = 7, site = facts, signingKey } = options
  return buffer(writeBundle({ site, packs: await packsOf(files, perPack), signingKey }).bytes)
}

async function* slices(bytes: Buffer, size = 1000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
