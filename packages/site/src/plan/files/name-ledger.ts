import { foldPath } from '@bindery/bundle'
import { machineFiles } from '../../model/paths.ts'

// A bundle's own files at the root, the page that hosts show for any unknown address, and what programs look for.
const reserved = ['manifest.json', 'manifest.sig', 'delta.json', '404.html', ...machineFiles]

/**
 * The names of a site's files. Two that differ only in case or in their Unicode form are one file on many disks, and a
 * file cannot stand where a folder does; so whoever comes second must give way.
 */
export class NameLedger {
  readonly #files = new Map(reserved.map((path) => [foldPath(path), path]))
  readonly #folders = new Map<string, string>()

  /** Takes a name; or says which file holds it already, in whole or in part, and takes nothing. */
  claim(path: string): string | undefined {
    const key = foldPath(path)
    if (/^_BINDERY(?:\/|$)/.test(key)) return '_bindery'
    const holder = this.#files.get(key) ?? this.#folders.get(key) ?? this.#fileAbove(key)
    if (holder !== undefined) return holder
    this.#files.set(key, path)
    for (const folder of foldersOf(key)) {
      // Whoever made it a folder has made folders of all above it.
      if (this.#folders.has(folder)) break
      this.#folders.set(folder, path)
    }
    return undefined
  }

  #fileAbove(key: string): string | undefined {
    for (const folder of foldersOf(key)) {
      if (this.#folders.has(folder)) return undefined
      const file = this.#files.get(folder)
      if (file !== undefined) return file
    }
    return undefined
  }
}

function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end)
}
