// Parses every page of a folder and says how long it takes from the second time on, by the clock and of the processor:
// the parser alone, warm, on one thread. Once is a tenth of a second, which a busy machine makes three.
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
const rounds = 3
parseAll()
const [startedAt, usedAt] = [performance.now(), process.cpuUsage()]
for (let round = 0; round < rounds; round++) parseAll()
const { user, system } = process.cpuUsage(usedAt)
const seconds = [(performance.now() - startedAt) / 1e3, (user + system) / 1e6]
process.stderr.write(`${seconds.map((sum) => (sum / rounds).toFixed(4)).join(' ')}\n`)
