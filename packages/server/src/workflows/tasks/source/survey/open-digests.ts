import { join } from 'node:path'
import { type DigestFile, digestTextFile } from '@bindery/site'
import { type KnownReader, openKnownFiles } from './known-files.ts'

// The chunks of a site are compared one after the other, and each asks for its own texts alone.
let held: { name: string; digestFile: Promise<DigestFile> } | undefined

/** Before a task of another organization. */
export function forgetDigests(): void {
  held = undefined
}

/** Digests of a source's texts; only those that planning did not come across are read for it. */
export function openDigests(root: string, known: string | undefined): Promise<DigestFile> {
  const name = JSON.stringify([root, known])
  if (held?.name !== name) held = { name, digestFile: open(root, known) }
  return held.digestFile
}

async function open(root: string, folder: string | undefined): Promise<DigestFile> {
  const known = await openKnownFiles(root, folder, ['text'])
  return (file) => {
    const path = join(root, file)
    return (known?.memory.known(path, 'text' satisfies KnownReader) as string | undefined) ?? digestTextFile(path)
  }
}
