import { posix } from 'node:path'
import { limits } from '../limits.ts'
import { cleanPath } from '../tree/clean-path.ts'
import { Refusal } from '../tree/tree.ts'
import type { DocumentPlace } from './document-place.ts'
import { expectData } from './expect-data.ts'
import { expectPlainNames } from './plain-names.ts'

/**
 * The rule of what may be written, renamed or deleted. A pull request makes CI, builders and hosts run what the
 * repository tells them to, under more names than anybody could list: so it names what is documentation, and refuses
 * all else. Throws a `Refusal`.
 */
export async function expectDocument(place: DocumentPlace, given: string, after: string | null): Promise<void> {
  const path = cleanPath(given)
  const folder = cleanPath(place.docsPath)
  if (folder !== '' && !path.startsWith(`${folder}/`))
    throw new Refusal(`${path} is not in the documentation: only files below ${folder}/ can be changed.`)
  const inDocs = folder === '' ? path : path.slice(folder.length + 1)
  expectPlainNames(path, inDocs)
  if (isData(inDocs)) await expectData(place, { path, inDocs, after })
  else if (!isPlainDocument(inDocs)) throw new Refusal(explain(path))
  if (after !== null && Buffer.byteLength(after) > limits.fileBytes)
    throw new Refusal(`${path} would be larger than ${limits.fileBytes} bytes.`)
}

// Spelled exactly so: whatever else a disk or a tool takes for the same is another name.
const pages = /\.(mdx?|svg|csv)$/
const settings = /^(docs|mint)\.json$/
const texts = /^llms(-full)?\.txt$/

function isPlainDocument(inDocs: string): boolean {
  return pages.test(inDocs) || settings.test(inDocs) || texts.test(inDocs) || isSnippet(inDocs)
}

function isData(inDocs: string): boolean {
  return /\.(json|ya?ml)$/.test(inDocs) && !settings.test(inDocs)
}

// At the root of the documentation, or of one language or version in it: `app/snippets/page.jsx` is a page of Next.js.
const snippetFolder = /^([a-z]{2}(-[A-Za-z]{2,4})?\/|v?\d[\d.]*\/)?_?snippets\//
// Test runners, component browsers and builders find their own files by these words wherever they lie.
const foundByTools = /(^|[-_])(tests?|specs?|stories|story|cy|e2e|bench|mocks?|fixtures?|config|rc|page|layout|route)$/i

/** A component, whose file is named by one plain word: `foo.test.jsx` is run by jest. */
function isSnippet(inDocs: string): boolean {
  if (!snippetFolder.test(inDocs) || !inDocs.endsWith('.jsx')) return false
  const [name = '', ...folders] = inDocs.slice(0, -'.jsx'.length).split('/').reverse()
  return [name, ...folders.slice(0, -1)].every((part) => /^[\w-]+$/.test(part) && !foundByTools.test(part))
}

function explain(path: string): string {
  if (posix.extname(path) === '.jsx')
    return `${path} cannot be changed: components are .jsx files with plain names in the folder snippets of the documentation.`
  return `${path} is not documentation: you can change .mdx and .md pages, .jsx components in snippets, .svg pictures, .csv tables, docs.json, and the JSON and YAML files that docs.json refers to.`
}
