import type { SiteFile } from '../../model/site-file.ts'

/** A classic script that hands its data over, since nothing else can be loaded from a disk. */
export function searchFile(scope: string, name: string, json: string): SiteFile {
  const text = `(self.binderySearch??=[]).push([${JSON.stringify(scope)},${JSON.stringify(name)},${json}])\n`
  return { path: `_bindery/search/${scope}/${name}.js`, bytes: new TextEncoder().encode(text) }
}

export function termsFile(scope: string, name: string, lines: readonly string[]): SiteFile {
  return searchFile(scope, `terms-${name}`, JSON.stringify(lines.join('\n')))
}

export function textsFile(scope: string, name: string, texts: readonly string[]): SiteFile {
  return searchFile(scope, `pages-${name}`, `[${texts.join(',')}]`)
}
