import { deriveColors } from './derive-colors.ts'
import { readAsset } from './read-asset.ts'
import { sheets } from './theme-files.ts'

const text =
  deriveColors({ primary: '' }) + [...sheets, 'controls'].map((name) => readAsset(`css/${name}.css`)).join('')
const properties = new Set(Array.from(text.matchAll(/--[\w-]+(?=\s*:)/g), ([name]) => name))
const faces = new Set(['inter variable', 'inter fallback', 'jetbrains mono variable'])

/** A custom property that the theme is made with: an author's of the same name means something else. */
export function isThemeProperty(name: string): boolean {
  return properties.has(name)
}

export function isThemeFace(family: string): boolean {
  return faces.has(family.toLowerCase())
}
