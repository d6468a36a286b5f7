import type { Pair } from '../../../model/site-config.ts'
import { adaptBoth, writePairs } from './adapt-tokens.ts'

export interface Background {
  color?: Partial<Pair>
  /** Addresses as the style sheet writes them. */
  image?: Pair
  decoration?: string
}

/** What stands behind every page, as the author chose it; `hue` is that of the theme's grays. */
export function backgroundRules(background: Background, hue: number): string {
  return [colorRules(background.color ?? {}, hue), imageRules(background)].join('')
}

function colorRules({ light, dark }: Partial<Pair>, hue: number): string {
  if (light === undefined && dark === undefined) return ''
  const tokens = adaptBoth(light, dark, hue)
  const pairs = writePairs(tokens.light, tokens.dark, tokens.light.keys()).filter((line) => !line.startsWith('--page:'))
  const [own = '', other = ''] =
    writePairs(tokens.light, tokens.dark, ['page'])[0]
      ?.slice(18, -1)
      .split(/,(?=oklch)/) ?? []
  return `:root{--page:light-dark(${light ?? own},${dark ?? other});${pairs.join(';')}}`
}

/** The author's picture before a decoration of ours; both stay behind the text while it scrolls. */
function imageRules({ image, decoration }: Background): string {
  if (image) {
    const rule = (address: string) => `background:var(--page) url("${address}") center/cover no-repeat fixed`
    const behind = `body{${rule(image.light)}}${veil}`
    return image.light === image.dark ? behind : `${behind}${inDark(`{${rule(image.dark)}}`)}`
  }
  const layers = decoration === undefined ? undefined : decorations[decoration]
  return layers === undefined ? '' : `body{background:${layers}}`
}

/**
 * Where text stands; beside it, on a wide screen, the picture is as it is. With this much of the page's color the quietest
 * text has a contrast of 4.5 on black and on white.
 */
const veil = '.shell,.site-footer{background-color:color-mix(in oklab,var(--page) 92%,transparent)}'

function inDark(rule: string): string {
  const chosen = ':root:is([data-theme="dark"],[data-appearance="dark"]:not([data-theme])) body'
  const bySystem = ':root:not([data-theme],[data-appearance="light"],[data-appearance="dark"]) body'
  return `${chosen}${rule}@media (prefers-color-scheme:dark){${bySystem}${rule}}`
}

const tint = (share: number) => `color-mix(in oklab,var(--accent) ${share}%,transparent)`
const line = 'color-mix(in oklab,var(--line) 55%,transparent)'

/**
 * So faint that text on them keeps its contrast: at most 7 % of the accent. Each ends at a height: on the whole page a
 * gradient takes longer to paint than everything else on it. So does one between colors that are not mixed in sRGB.
 */
const decorations: Readonly<Record<string, string>> = {
  gradient: `radial-gradient(70rem 28rem at 70% -6rem in srgb,${tint(7)},transparent) 0 0/100% 22rem no-repeat`,
  grid: `${fade('36rem', '36rem')},repeating-linear-gradient(in srgb,${line} 0 1px,transparent 1px 40px) 0 0/100% 36rem no-repeat,linear-gradient(to right in srgb,${line} 1px,transparent 1px) 50% 0/40px 36rem repeat-x`,
  windows: `${fade('40rem', '48rem')},${['0', '16rem', '32rem'].map(windowsAt).join()}`,
}

function fade(end: string, height: string): string {
  return `linear-gradient(to bottom in srgb,transparent,var(--page) ${end}) 0 0/100% ${height} no-repeat`
}

function windowsAt(top: string): string {
  return `conic-gradient(from 90deg at 4px 4px in srgb,${tint(5)} 25%,transparent 0) 50% ${top}/22rem 16rem repeat-x`
}
