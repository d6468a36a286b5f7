import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SitePlan } from '../../model/site-plan.ts'
import { type SpecDocument, SpecError } from './read-spec.ts'
import { isRemote } from './remote-url.ts'
import type { SpecCache, SpecKind } from './spec-cache.ts'
import { SpecNode } from './spec-node.ts'

/** What descriptions may read: files that the plan has seen, which are no links elsewhere, and fetched ones. */
export interface SpecFolder {
  root: string
  assets: SitePlan['assets']
  fetched?: SitePlan['fetched'] | undefined
  cache: SpecCache
  /** By which content a file is known wherever its folder lies, for a cache that is of this one site. */
  stampOf?: ((file: string) => string | undefined) | undefined
}

const longestFile = 40_000_000

/** The top of a description. Throws a SpecError when the file cannot be read as one. */
export function openSpec(file: string, folder: SpecFolder, complain: (message: string) => void): SpecNode {
  const document = load(file, 'spec', folder)
  const open = (other: string) => (other === file ? document : loadPart(other, folder, complain))
  return new SpecNode(document, file, { open, isFetched: (url) => digestOf(url, folder) !== undefined, complain })
}

function loadPart(file: string, folder: SpecFolder, complain: (message: string) => void): SpecDocument | undefined {
  try {
    return load(file, 'part', folder)
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    complain(`${file} cannot be read. ${error.message}`)
    return undefined
  }
}

function load(file: string, kind: SpecKind, folder: SpecFolder): SpecDocument {
  const { path, hash } = isRemote(file) ? findFetched(file, folder) : findAsset(file, folder)
  const stamp = folder.stampOf?.(file)
  // The folder is part of the name unless the cache is of one site: none ever sees a file of another.
  const name = stamp === undefined ? `${path} ${hash}` : `${file} ${stamp}`
  return folder.cache.open(name, kind, file, () => {
    if (statSync(path).size > longestFile) throw new SpecError(`It is larger than ${longestFile} bytes.`)
    return readFileSync(path, 'utf8')
  })
}

function findAsset(file: string, { root, assets }: SpecFolder) {
  const asset = Object.hasOwn(assets, file) ? assets[file] : undefined
  if (!asset) throw new SpecError('There is no such file in the docs folder.')
  if (asset.refused) throw new SpecError(asset.refused)
  return { path: join(root, file), hash: asset.hash }
}

function findFetched(url: string, folder: SpecFolder) {
  const hash = digestOf(url, folder)
  if (!folder.fetched || hash === undefined) throw new SpecError('It was not fetched.')
  return { path: resolve(folder.root, folder.fetched.folder, hash), hash }
}

function digestOf(url: string, { fetched }: SpecFolder): string | undefined {
  return fetched && Object.hasOwn(fetched.digests, url) ? fetched.digests[url] : undefined
}
