import { lstat } from 'node:fs/promises'
import { BundleError } from '../format/bundle-error.ts'
import type { Chunks } from '../format/format.ts'
import type { Expectations } from '../manifest/check-manifest-entries.ts'
import { type CheckedBundle, checkBundle, type ReadOptions } from './check-bundle.ts'
import { stageFolder } from './stage-folder.ts'

/** Checks a bundle and writes it out; the folder must not exist, and appears only when every file has been found right. */
export async function extractBundle(
  archive: Chunks<Uint8Array>,
  folder: string,
  expected: Expectations,
  options?: ReadOptions,
): Promise<CheckedBundle> {
  if (await exists(folder)) throw new BundleError('folder_exists', `${folder} exists: choose a folder that does not.`)
  await using staged = await stageFolder(folder)
  const files = checkBundle(archive, expected, options)
  for (;;) {
    const { done, value } = await files.next()
    if (!done) {
      await staged.write(value)
      continue
    }
    await staged.publish()
    return value
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
