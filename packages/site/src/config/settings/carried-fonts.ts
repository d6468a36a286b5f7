import type { Cursor } from '../cursor.ts'
import type { UnusedSetting } from './find-unused.ts'

/** The faces that every site carries, by the names that authors know. */
export const carriedFonts: ReadonlyMap<string, string> = new Map([
  ['inter', 'Inter Variable'],
  ['jetbrains mono', 'JetBrains Mono Variable'],
])

/** What was fetched of fonts that are only named. */
export interface FetchedFonts {
  families: ReadonlySet<string>
  /** Why there is none, by family. */
  failures: ReadonlyMap<string, string>
}

const none: FetchedFonts = { families: new Set(), failures: new Map() }

/** Fonts that are only named and were not fetched, so that few readers see them. */
export function findUncarried(fonts: Cursor, fetched: FetchedFonts = none): UnusedSetting[] {
  return [fonts, fonts.at('heading'), fonts.at('body')].flatMap((font) => {
    const family = font.at('family')
    if (!family.present || font.at('source').present) return []
    const name = String(family.value)
    if (carriedFonts.has(name.toLowerCase()) || fetched.families.has(name)) return []
    const reason = fetched.failures.get(name)
    const failed = reason === undefined ? '' : ` It could not be fetched: ${reason}.`
    const note = `is seen only by readers whose machine has this font.${failed} Put its file into the docs folder and name it as “source”.`
    return [{ code: 'ignored_setting' as const, file: family.file, path: family.path, count: 1, note }]
  })
}
