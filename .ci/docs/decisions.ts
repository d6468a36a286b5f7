import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFrontMatter } from './markdown.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The one page that leads to what only contributors read. */
export function writeEvidencePage(): string {
  const files = globSync('docs/contributing/decisions/*.md', { cwd: root }).sort()
  const days = Map.groupBy(files, (file) => basename(file).slice(0, 'yyyy-mm-dd'.length))
  const lists = [...days].map(([day, files]) => `### ${day}\n\n${files.map(writeLink).join('\n')}\n`)
  return `${writeFrontMatter('Figures, promises and decisions', 'What was measured, what is promised with which test, and why things are as they are')}These pages are for people who work on Bindery, or who check its claims.

| Page | Contents |
|---|---|
| [Promises](/contributing/promises) | each promise, its figure, and the command that proves it |
| [Benchmarks](/contributing/benchmarks) | what was measured, on which machine, with which command |
| [Conformance](/contributing/conformance) | real sites that were exported, and the API compared with its description |

## Decisions

Each record has the date, the question, the options with figures, the choice, and when to look again.

${lists.join('\n')}`
}

function writeLink(file: string): string {
  const title = /^title:\s*"?(.*?)"?$/m.exec(readFileSync(`${root}${file}`, 'utf8'))?.[1] ?? basename(file, '.md')
  return `- [${title}](/contributing/decisions/${basename(file, '.md')})`
}
