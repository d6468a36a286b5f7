import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { BundleError, quote } from '../format/bundle-error.ts'
import { type BundleFile, manifestPath, signaturePath } from '../format/format.ts'
import { decodeManifest } from '../manifest/decode-manifest.ts'

/** An extracted bundle as its archive would give it: the manifest's order first, then whatever else lies there. */
export async function* readFolder(folder: string): AsyncGenerator<BundleFile, void> {
  const manifest = await readFolderManifest(folder)
  const paths = new Set(await listFiles(folder))
  const take = async function* (path: string): AsyncGenerator<BundleFile> {
    if (paths.delete(path)) yield { path, bytes: await readFile(join(folder, path)) }
  }
  paths.delete(manifestPath)
  yield { path: manifestPath, bytes: manifest }
  yield* take(signaturePath)
  for (const { path } of (await decodeManifest(manifest)).files) yield* take(path)
  for (const path of paths) yield* take(path)
}

export function readFolderManifest(folder: string): Promise<Buffer> {
  return readFile(join(folder, manifestPath)).catch((cause) => {
    const message = `${folder} has no readable ${manifestPath}: extract a bundle there first.`
    throw new BundleError('not_a_bundle_folder', message, { cause })
  })
}

/** Links are refused, not followed: what they lead to is not in the folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (entry.isDirectory()) return []
    if (entry.isFile()) return [path]
    throw new BundleError('forbidden_type', `${quote(path)} in ${folder} is no regular file.`, { entry: path })
  })
}
