import { join } from 'node:path'
import { type Layer, type ManifestFile, shareFiles } from '@bindery/bundle'

/** The folder of one version of a site. */
export interface SiteFolder {
  readonly path: string
  /** Where a file of the version lies. */
  placeOf(file: string): string
  /** The folder of the version before, as long as files of this one lie there. */
  readonly base: SiteFolder | undefined
  /** Takes over what lies in other folders, and needs them no more once `note` has written that down. */
  standAlone(note: () => Promise<void>): Promise<void>
}

/** A folder that has all files of its version. */
export function wholeFolder(path: string): SiteFolder {
  return { path, placeOf: (file) => join(path, file), base: undefined, standAlone: (note) => note() }
}

/** A folder that at first has only what differs from the version before. */
export function layeredFolder(
  path: string,
  below: SiteFolder,
  { fresh, unchanged }: Pick<Layer, 'fresh' | 'unchanged'>,
): SiteFolder {
  const own = new Set(fresh.map((file) => file.path))
  let base: SiteFolder | undefined = below
  let missing: readonly ManifestFile[] = unchanged
  const placeOf = (file: string) => (base && !own.has(file) ? base.placeOf(file) : join(path, file))
  return {
    path,
    placeOf,
    get base() {
      return base
    },
    async standAlone(note) {
      await shareFiles(path, missing, placeOf)
      await note()
      base = undefined
      missing = []
    },
  }
}

/** The folder, and those below it that it needs now. */
export function listLayers(folder: SiteFolder): SiteFolder[] {
  return folder.base ? [folder, ...listLayers(folder.base)] : [folder]
}
