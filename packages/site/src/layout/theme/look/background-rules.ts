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
  const { height, layers } = decorations[decoration ?? ''] ?? {}
  if (layers === undefined) return ''
  return `.shell::before{content:"";position:absolute;z-index:-1;inset:0 0 auto;height:${height};background:${layers}}`
}

/**
 * Where text stands; beside it, on a wide screen, the picture is as it is. With this much of the page's color the quietest
 * text has a contrast of 4.5 on black and on white.
 */
const veil = '.shell,.site-footer{background-color:color-mix(in oklab,var(--page) 92%,transparent)}'

function inDark(rule: string): string {
  const chosen = ':root:is([data-bindery-theme="dark"],[data-bindery-appearance="dark"]:not([data-bindery-theme])) body'
  const bySystem =
    ':root:not([data-bindery-theme],[data-bindery-appearance="light"],[data-bindery-appearance="dark"]) body'
  return `${chosen}${rule}@media (prefers-color-scheme:dark){${bySystem}${rule}}`
}

const tint = (share: number) => `color-mix(in oklab,var(--accent) ${share}%,transparent)`
const line = 'color-mix(in oklab,var(--line) 55%,transparent)'

interface Decoration {
  /** Below it there is nothing: a box as long as the page takes longer to paint than all that stands on it. */
  height: string
  layers: string
}

/** So faint that text on them keeps its contrast: at most 7 % of the accent. */
const decorations: Readonly<Record<string, Decoration>> = {
  gradient: {
    height: '22rem',
    layers: `radial-gradient(70rem 28rem at 70% -6rem in srgb,${tint(7)},transparent)`,
  },
  grid: {
    height: '36rem',
    layers: `linear-gradient(transparent,var(--page)),linear-gradient(${line} 1px,transparent 1px) 0 0/100% 40px,linear-gradient(to right,${line} 1px,transparent 1px) 50% 0/40px 100%`,
  },
  windows: {
    height: '40rem',
    layers: `linear-gradient(transparent,var(--page)),conic-gradient(from 90deg at 4px 4px,${tint(5)} 25%,transparent 0) 50% 0/22rem 16rem`,
  },
}
