import type { SiteFile } from '../files.ts'

export function searchFolder(scope: string): string {
  return `_bindery/search/${scope}`
}

/** A classic script that hands its data over, since nothing else can be loaded from a disk. */
export function searchFile(scope: string, name: string, data: unknown): SiteFile {
  const text = `(self.binderySearch??=[]).push(${JSON.stringify([scope, name, data])})\n`
  return { path: `${searchFolder(scope)}/${name}.js`, bytes: new TextEncoder().encode(text) }
}
