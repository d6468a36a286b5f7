import { BundleError, quote } from './bundle-error.ts'

export interface PathLedger {
  /** Refuses a path that would overwrite an earlier one on a disk that folds case or Unicode forms. */
  claim(path: string): void
}

export function createPathLedger(): PathLedger {
  const files = new Map<string, string>()
  const folders = new Set<string>()
  return {
    claim(path) {
      const folded = foldPath(path)
      const earlier = files.get(folded)
      if (earlier === path)
        throw new BundleError('duplicate_path', `${quote(path)} stands in the archive twice.`, { entry: path })
      if (earlier !== undefined) throw collision(path, `the file ${quote(earlier)}`)
      if (folders.has(folded)) throw collision(path, 'a folder of the same name')
      files.set(folded, path)
      for (let end = folded.lastIndexOf('/'); end > 0; end = folded.lastIndexOf('/', end - 1)) {
        const folder = folded.slice(0, end)
        if (folders.has(folder)) break
        const file = files.get(folder)
        if (file !== undefined) throw collision(path, `the file ${quote(file)}, which would be its folder`)
        folders.add(folder)
      }
    },
  }
}

/** Two paths with the same fold are one file on a disk that ignores case or Unicode form (APFS, NTFS). */
export function foldPath(path: string): string {
  // Most are plain, and have one Unicode form: a third of the time.
  if (/^[\x20-\x7e]*$/.test(path)) return path.toUpperCase()
  return path.normalize('NFD').toUpperCase().normalize('NFC')
}

function collision(path: string, other: string): BundleError {
  return new BundleError('colliding_path', `${quote(path)} collides with ${other}.`, { entry: path })
}
