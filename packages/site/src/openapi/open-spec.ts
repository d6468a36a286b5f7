import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SitePlan } from '../plan/site-plan.ts'
import { type SpecDocument, SpecError } from './read-spec.ts'
import type { SpecCache, SpecKind } from './spec-cache.ts'
import { SpecNode } from './spec-node.ts'

/** The docs folder as descriptions see it: only files that the plan has seen, which are no links out of it. */
export interface SpecFolder {
  root: string
  assets: SitePlan['assets']
  cache: SpecCache
}

const longestFile = 40_000_000

/** The top of a description. Throws a SpecError when the file cannot be read as one. */
export function openSpec(file: string, folder: SpecFolder, complain: (message: string) => void): SpecNode {
  const document = load(file, 'spec', folder)
  const open = (other: string) => (other === file ? document : loadPart(other, folder, complain))
  return new SpecNode(document, file, { open, complain })
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

function load(file: string, kind: SpecKind, { root, assets, cache }: SpecFolder): SpecDocument {
  const asset = Object.hasOwn(assets, file) ? assets[file] : undefined
  if (!asset) throw new SpecError('There is no such file in the docs folder.')
  if (asset.refused) throw new SpecError(asset.refused)
  const path = join(root, file)
  // The folder is part of the name: no site ever sees a file of another one.
  return cache.open(`${path} ${asset.hash}`, kind, file, () => {
    if (statSync(path).size > longestFile) throw new SpecError(`It is larger than ${longestFile} bytes.`)
    return readFileSync(path, 'utf8')
  })
}
