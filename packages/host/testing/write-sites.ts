/** `node --conditions=bindery-source write-sites.ts FOLDER COUNT VERSION`: a bundle for each of so many domains. */
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareFiles, type SourceFile } from '../../bundle/src/index.ts'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'

const pages = 20
// As compressible as pages are: words that come again, in an order of their own.
const words = 'a host serves the site of each domain by its name while others are taken when they are asked for'.split(
  ' ',
)

const [folder = '', count = '0', version = 'a'] = process.argv.slice(2)
for (let number = 0; number < Number(count); number++) {
  const domain = `site-${number}.example.com`
  const archive = await bundleOf(renderSite(domain), { site: { ...facts, domain, version } })
  await writeFile(join(folder, `${domain}.tar.gz`), archive)
}

function renderSite(domain: string): SourceFile[] {
  const mark = hash('sha256', `${version} ${domain}`).slice(0, 12)
  const style = text(`_bindery/site-${mark}.css`, `/* ${version} of ${domain} */`.padEnd(8_000, ' '))
  const rendered = Array.from({ length: pages }, (_, page) => {
    const name = page === 0 ? 'index' : `page-${page}`
    const head = `<h1>${version} of ${domain}</h1><link rel="stylesheet" href="/${style.path}">`
    return text(`${name}.html`, `${head}${renderText(`${domain} ${page}`)}`, name)
  })
  return [style, ...rendered].sort(compareFiles)
}

/** Some ten kilobytes. */
function renderText(seed: string): string {
  const bytes = Buffer.from(hash('sha512', seed), 'hex')
  return Array.from({ length: 2_000 }, (_, at) => words[((bytes[at % 64] ?? 0) + at * 7) % words.length]).join(' ')
}
