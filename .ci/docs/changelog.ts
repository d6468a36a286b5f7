import { readFileSync } from 'node:fs'
import { writeFrontMatter } from './markdown.ts'

const file = new URL('../../CHANGELOG.md', import.meta.url)

/** CHANGELOG.md as a page: its links lead into the docs, and what MDX would take for more than text is escaped. */
export function writeChangelogPage(): string {
  const text = readFileSync(file, 'utf8')
    .replace(/^# .*\n+/, '')
    .replace(/\]\(docs\/([^)#]+?)\.mdx?(#[^)]*)?\)/g, '](/$1$2)')
  return `${writeFrontMatter('Changelog', 'What changed in each version, and what you may have to do')}${escapeText(text)}`
}

function escapeText(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<{]/g, '\\$&')))
    .join('')
}
