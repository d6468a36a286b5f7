import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCorpora } from '../../conformance/unpack-corpus.ts'
import { type BuiltSite, prepareSites } from '../../e2e/site/prepare-sites.ts'
import { corporaNames, type FidelityOptions, type Figures } from '../figures.ts'
import { expectAnchors } from './expect-anchors.ts'

const leastShare = 0.99

/** Whether headings have the ids that the world links to: those which the format's own documentation promises. */
export async function checkAnchors({ sites, corpora }: FidelityOptions): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-anchors-')), (path) => rm(path, { recursive: true }))
  const archives = findCorpora(corpora, 'corpora-whole')
  // The small site is the documentation of this repository.
  const names = sites?.map((name) => (name === 'small' ? 'docs' : name)) ?? ['docs', ...(archives ? corporaNames : [])]
  const counted = { pages: 0, expected: 0, found: 0 }
  for await (const site of prepareSites(work, archives, names)) {
    const { pages, expected, missing } = await checkSite(site)
    counted.pages += pages
    counted.expected += expected
    counted.found += expected - missing.length
    console.log(`      ${site.name}: ${pages} pages, ${expected - missing.length} of ${expected} headings`)
    for (const one of missing.slice(0, 5)) console.log(`        ${one}`)
  }
  const anchorShare = counted.expected === 0 ? 0 : counted.found / counted.expected
  const failed = anchorShare < leastShare ? 1 : 0
  return { pages: counted.pages, failed, headings: counted.expected, anchorShare: Math.floor(anchorShare * 1e4) / 1e4 }
}

async function checkSite({ root, out, incomplete }: BuiltSite) {
  const counted = { pages: 0, expected: 0, missing: [] as string[] }
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith('.mdx') || incomplete.has(file)) continue
    const html = await readFile(join(out, file.replace(/\.mdx$/, '.html')), 'utf8').catch(() => undefined)
    // Snippets and pages that are not published.
    if (html === undefined) continue
    const expected = expectAnchors(await readFile(join(root, file), 'utf8'))
    counted.pages++
    counted.expected += expected.length
    const missing = expected.filter(({ id }) => !html.includes(` id="${id.replaceAll('&', '&amp;')}"`))
    counted.missing.push(...missing.map(({ line, title, id }) => `${file}:${line} “${title}” has not #${id}`))
  }
  return counted
}
