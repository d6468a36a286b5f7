/** `node --conditions=bindery-source write-versions.ts FOLDER COUNT`: bundles v0, v1, … whose every file tells its version. */
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareFiles, type SourceFile } from '../../bundle/src/index.ts'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'

const pages = 20

const [folder = '', count = '0'] = process.argv.slice(2)
for (let number = 0; number < Number(count); number++) {
  const version = `v${number}`
  const archive = await bundleOf(renderSite(version), { site: { ...facts, version } })
  await writeFile(join(folder, `${version}.tar.gz`), archive)
}

/** Pages with the names of three assets, which no other version has; all are large enough to be compressed. */
function renderSite(version: string): SourceFile[] {
  const digest = hash('sha256', version).slice(0, 12)
  const assets = ['css', 'js', 'svg'].map((kind) =>
    text(`_bindery/site-${digest}.${kind}`, `${version} ${kind} `.repeat(50)),
  )
  const links = assets.map(({ path }) => `<a href="/${path}">`).join('')
  const rendered = Array.from({ length: pages }, (_, page) => {
    return text(`page-${page}.html`, `<h1>${version}</h1>${links}${'<p>A paragraph.</p>'.repeat(50)}`, `page-${page}`)
  })
  return [...assets, ...rendered].sort(compareFiles)
}
