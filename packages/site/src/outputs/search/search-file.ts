import { searchFolder } from '../../model/paths.ts'
import type { SiteFile } from '../../model/site-file.ts'

/** A classic script that hands its data over, since nothing else can be loaded from a disk. */
export function searchFile(scope: string, name: string, json: string): SiteFile {
  const text = `${headOf(scope, name)}${json}${tail}`
  return { path: searchPath(scope, name), bytes: new TextEncoder().encode(text) }
}

export function searchPath(scope: string, name: string): string {
  return `${searchFolder(scope)}/${name}.js`
}

export const termsName = (name: string) => `terms-${name}`
export const textsName = (name: string) => `pages-${name}`

export function termsFile(scope: string, name: string, lines: readonly string[]): SiteFile {
  return searchFile(scope, termsName(name), JSON.stringify(lines.join('\n')))
}

export function textsFile(scope: string, name: string, texts: readonly string[]): SiteFile {
  return searchFile(scope, textsName(name), `[${texts.join(',')}]`)
}

/** What such a file hands over; undefined if it is another. */
export function readSearchFile(scope: string, name: string, bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  const head = headOf(scope, name)
  if (!text.startsWith(head) || !text.endsWith(tail)) return undefined
  return JSON.parse(text.slice(head.length, -tail.length))
}

const tail = '])\n'

function headOf(scope: string, name: string): string {
  return `(self.binderySearch??=[]).push([${JSON.stringify(scope)},${JSON.stringify(name)},`
}
