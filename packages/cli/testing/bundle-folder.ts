/** `node bundle-folder.ts SITE BUNDLE`: what `bindery build` made, as `BUNDLE.tar.gz` and as the folder `BUNDLE`. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { compareFiles, extractBundle, type SourceFile, unchecked } from '../../bundle/src/index.ts'
import { bundleOf } from '../../bundle/testing/small-site.ts'

const [site = '', target = ''] = process.argv.slice(2)
const files: SourceFile[] = []
for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile()) files.push({ path: relative(site, path), bytes: await readFile(path) })
}
const bundle = await bundleOf(files.sort(compareFiles), { perPack: 1000 })
await writeFile(`${target}.tar.gz`, bundle)
await extractBundle([bundle], target, unchecked)
