import { copyFileSync, linkSync, mkdirSync, constants as modes, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { BundleError, quote } from '../format/bundle-error.ts'
import type { ManifestFile } from '../format/format.ts'

// At once, for each takes some 20 µs so and several times as long by and by; whoever is being served meanwhile waits for 2 ms.
const sharedAtOnce = 100

/**
 * Takes files over into a folder without their bytes, where the disk can: nobody may write to them again. Their paths must
 * have been checked, and nobody else may write to the folder.
 */
export async function shareFiles(
  folder: string,
  files: readonly ManifestFile[],
  placeOf: (path: string) => string,
): Promise<void> {
  const folders = new Set<string>()
  for (const [at, file] of files.entries()) {
    const target = join(folder, file.path)
    const parent = dirname(target)
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    shareFile(placeOf(file.path), target, file)
    if (at % sharedAtOnce === 0) await others()
  }
}

function shareFile(place: string, target: string, { path, size }: ManifestFile): void {
  if (statSync(place, { throwIfNoEntry: false })?.size !== size) {
    const message = `${quote(path)} at ${place} is missing or was changed, so the delta does not fit: extract the full bundle.`
    throw new BundleError('wrong_base', message, { entry: path })
  }
  try {
    linkSync(place, target)
  } catch {
    // Some disks have no links, and others count them.
    copyFileSync(place, target, modes.COPYFILE_EXCL | modes.COPYFILE_FICLONE)
  }
}
