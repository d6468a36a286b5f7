import { searchFolder } from '../../model/paths.ts'
import type { SiteFile } from '../../model/site-file.ts'

/** A classic script that hands its data over, since nothing else can be loaded from a disk. */
export function searchFile(scope: string, name: string, json: string): SiteFile {
  const text = `(self.binderySearch??=[]).push([${JSON.stringify(scope)},${JSON.stringify(name)},${json}])\n`
  return { path: `${searchFolder(scope)}/${name}.js`, bytes: new TextEncoder().encode(text) }
}
