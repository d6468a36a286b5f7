import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Page {
  /** From the root of the repository. */
  path: string
  text: string
  blocks: Block[]
  /** Paragraphs, items and cells, without front matter, code and markup. */
  sentences: string[]
}

export interface Block {
  language: string
  title: string
  text: string
  line: number
  /** Why no suite runs it, from the comment before it: `not run: …`. */
  notRun?: string
}

/** What readers of the documentation see: records of decisions and figures are for contributors. */
const patterns = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/*.mdx',
  'docs/{overview,write,publish,self-host,reference}/*.mdx',
]

export function readPages(): Page[] {
  const own = ['docs/contributing/first-hour.mdx']
  const paths = [...patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()), ...own]
  return paths.map((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return { path, text, blocks: readBlocks(text), sentences: readSentences(text) }
  })
}

export const isReference = ({ path }: Page) => path.startsWith('docs/reference/')

/** What every suite begins with, from a clone. */
export const isFirst = ({ text }: Block) => /^(?:(?:git clone .*|cd \w+|npm ci|npm run build|alias .*)\n)+$/.test(text)

function readBlocks(text: string): Block[] {
  return [...text.matchAll(/^( *)(`{3,})([\w-]*) ?(.*)\n([\s\S]*?)^ *\2$/gm)].map((match) => {
    const [, indent = '', , language = '', title = '', inside = ''] = match
    const before = text.slice(0, match.index)
    const notRun = /(?:\{\/\*|<!--) not run: (.+?) (?:\*\/\}|-->)\n\s*$/.exec(before)?.[1]
    const line = before.split('\n').length
    const block = { language, title, text: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), line }
    return notRun === undefined ? block : { ...block, notRun }
  })
}

function readSentences(text: string): string[] {
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>]*>/g, '\n')
  return prose
    .split(/\n+|\s\|\s|(?<=[.!?])\s+(?=[A-Z“*[]|code\b)/)
    .map((sentence) => sentence.replace(/^[\s|#>*-]+/, '').trim())
    .filter((sentence) => /\w \w/.test(sentence))
}
