import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'

const repository = resolve(import.meta.dirname, '../../..')
// A page shorter than that is a stub or an API operation's front matter.
const leastLength = 400

/**
 * Plain Markdown to make pages from: of the largest corpus where there are any, else of this repository's own pages.
 * Translations come last, so that a small site is in one language and a large one in all.
 */
export async function readSources(corpora: string | undefined, work: string): Promise<string[]> {
  const folder = findCorpora(corpora)
  const roots = folder
    ? [await unpackCorpus(join(folder, 'wandb.tar.gz'), join(work, 'corpus'))]
    : [join(repository, 'packages/site/fixtures'), join(repository, 'docs')]
  const bodies = await Promise.all(roots.map(readBodies))
  return bodies.flat()
}

async function readBodies(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true })
  const pages = names.filter((name) => /\.mdx?$/.test(name) && !name.includes('snippets/')).sort()
  const isTranslation = (name: string) => /^[a-z]{2}\//.test(name)
  const ordered = [...pages.filter((name) => !isTranslation(name)), ...pages.filter(isTranslation)]
  const bodies = await Promise.all(
    ordered.map(async (name) => toPlainMarkdown(await readFile(join(root, name), 'utf8'))),
  )
  return bodies.filter((body) => body.length > leastLength)
}

const fencedBlock = /^(?:```|~~~)[^\n]*\n[\s\S]*?\n(?:```|~~~)[ \t]*$/gm

/** What every peer can read: no JSX, no braces, no imports, links and images turned to their text. */
function toPlainMarkdown(source: string): string {
  const fences: string[] = []
  const body = source
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^[ \t]+(?=```|~~~)/gm, '')
    .replace(fencedBlock, (block) => `\uE000${fences.push(block) - 1}\uE001`)
    .replace(/^(?:import|export)\s.*$/gm, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/<[^>\n]*>/g, '')
    .replace(/<\/?[A-Za-z][\s\S]*?>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[{}<>]/g, '')
    .replace(/^[ \t]+(?=\S)/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  return body.replace(/\uE000(\d+)\uE001/g, (_, index) => fences[Number(index)] ?? '').trim()
}
