import { codeColors, findCodeTheme } from '../../../model/code-themes.ts'
import type { Pair } from '../../../model/site-config.ts'
import { type Oklch, parseHex } from '../convert-color.ts'
import { adaptTokens, makeReadable, writePairs } from './adapt-tokens.ts'

/** Blocks of code in the author's themes, or dark on every page. */
export function codeRules(codeblocks: 'dark' | Pair | undefined): string {
  if (codeblocks === undefined) return ''
  if (codeblocks === 'dark') return '.code{color-scheme:dark;color:var(--text)}'
  const light = themeTokens(codeblocks.light)
  const dark = themeTokens(codeblocks.dark)
  return light && dark ? `.code{${writePairs(light, dark, light.keys()).join(';')};color:var(--text)}` : ''
}

/** The whole set of colors that stand in a block, so that its title and its button can be read on its background too. */
function themeTokens(name: string): Map<string, Oklch> | undefined {
  const theme = findCodeTheme(name)
  const background = theme && parseHex(theme.background)
  if (!background) return undefined
  const tokens = adaptTokens(background)
  const hover = tokens.get('hover') ?? background
  const set = (token: string, hex: string | undefined) => {
    const color = parseHex(hex ?? '')
    if (color) tokens.set(token, makeReadable(color, [background, hover]))
  }
  set('text', theme.text)
  for (const [index, token] of codeColors.entries()) set(token, theme.colors[index])
  // Nothing lies deeper than the block; the mark of a line must leave its text readable.
  return tokens.set('sunken', background).set('accent-soft', hover)
}
