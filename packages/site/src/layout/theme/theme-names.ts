import { deriveColors } from './derive-colors.ts'
import { readAsset } from './read-asset.ts'

const sheets = ['tokens', 'base', 'prose', 'code', 'components', 'layout', 'openapi', 'search', 'controls']
const text = deriveColors({ primary: '' }) + sheets.map((name) => readAsset(`css/${name}.css`)).join('')
const properties = new Set(Array.from(text.matchAll(/--[\w-]+(?=\s*:)/g), ([name]) => name))
const faces = new Set(['inter variable', 'inter fallback', 'jetbrains mono variable'])

/** A custom property that the theme is made with: an author's of the same name means something else. */
export function isThemeProperty(name: string): boolean {
  return properties.has(name)
}

export function isThemeFace(family: string): boolean {
  return faces.has(family.toLowerCase())
}
