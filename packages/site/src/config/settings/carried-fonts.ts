import type { Cursor } from '../cursor.ts'
import type { UnusedSetting } from './find-unused.ts'

/** The faces that every site carries, by the names that authors know. */
export const carriedFonts: ReadonlyMap<string, string> = new Map([
  ['inter', 'Inter Variable'],
  ['jetbrains mono', 'JetBrains Mono Variable'],
])

/** Fonts that are only named: nothing is loaded from the hosts that have them, so few readers see them. */
export function findUncarried(fonts: Cursor): UnusedSetting[] {
  return [fonts, fonts.at('heading'), fonts.at('body')].flatMap((font) => {
    const family = font.at('family')
    if (!family.present || font.at('source').present) return []
    if (carriedFonts.has(String(family.value).toLowerCase())) return []
    const note =
      'is seen only by readers whose machine has this font. Put its file into the docs folder and name it as “source”.'
    return [{ code: 'ignored_setting' as const, file: family.file, path: family.path, count: 1, note }]
  })
}
