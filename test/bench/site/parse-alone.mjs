// Parses every page of a folder twice and says how long the second time took: the parser alone, warm, on one thread.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, part, parts] = process.argv.slice(2)
// The very parser that the site package uses, wherever it is installed.
const require = createRequire(new URL('../../../packages/site/package.json', import.meta.url))
const { mdxToMdast, markdownToMdast } = await import(pathToFileURL(require.resolve('satteri')).href)
const files = readdirSync(folder, { recursive: true }).filter((name) => /\.mdx?$/.test(name))
const own = files.filter((_, index) => index % Number(parts) === Number(part))
const pages = own.map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
}))
const parseAll = () => {
  for (const { name, text } of pages) (name.endsWith('.md') ? markdownToMdast : mdxToMdast)(text)
}
parseAll()
const startedAt = performance.now()
parseAll()
process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(4)}\n`)
