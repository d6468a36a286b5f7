import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { listNearest } from './nearest-icon.ts'

const require = createRequire(import.meta.url)

type IconSetName = 'lucide' | 'tabler' | 'fa6-solid' | 'fa6-regular' | 'fa6-brands'

/** As its package has it. No icon of these sets is turned, flipped or moved, and an alias names an icon: a test holds it. */
interface IconSet {
  width: number
  height: number
  icons: Record<string, { body: string; width?: number; height?: number }>
  aliases?: Record<string, { parent: string }>
}

export interface LoadedIcon {
  /** Unique among all sets. */
  key: string
  viewBox: string
  body: string
  /** What it is called, where it only stands for the one that was asked for. */
  instead?: string
}

const iconName = /^[a-z\d]+(?:-[a-z\d]+)*$/
const sets = new Map<IconSetName, IconSet>()
const loaded = new Map<string, LoadedIcon | undefined>()

/** An icon of the library, or of the next best set that has the name: authors mix them, and a near icon beats none. */
export function loadIcon(name: string, library: string, type?: string): LoadedIcon | undefined {
  const request = `${library}/${type ?? ''}/${name}`
  if (!loaded.has(request)) loaded.set(request, findAny(name.toLowerCase().replace(/^fa-/, ''), setsFor(library, type)))
  return loaded.get(request)
}

/** The icon itself, or the nearest one that is free. */
function findAny(name: string, sets: IconSetName[]): LoadedIcon | undefined {
  const own = findIcon(name, sets)
  if (own || !iconName.test(name)) return own
  for (const instead of listNearest(name)) {
    const icon = findIcon(instead, sets)
    if (icon) return { ...icon, instead }
  }
  return undefined
}

function setsFor(library: string, type: string | undefined): IconSetName[] {
  if (library === 'lucide') return ['lucide', 'fa6-brands', 'fa6-solid', 'tabler']
  if (library === 'tabler') return ['tabler', 'fa6-brands', 'lucide', 'fa6-solid']
  if (type === 'brands') return ['fa6-brands', 'fa6-solid', 'lucide', 'tabler']
  if (type === 'regular' || type === 'light' || type === 'thin') {
    return ['fa6-regular', 'fa6-solid', 'fa6-brands', 'lucide', 'tabler']
  }
  return ['fa6-solid', 'fa6-brands', 'fa6-regular', 'lucide', 'tabler']
}

function findIcon(name: string, names: IconSetName[]): LoadedIcon | undefined {
  if (!iconName.test(name)) return undefined
  for (const setName of names) {
    const set = readSet(setName)
    const { icons, aliases = {} } = set
    const own = Object.hasOwn(aliases, name) ? aliases[name]?.parent : name
    if (own === undefined || !Object.hasOwn(icons, own)) continue
    const { body, width = set.width, height = set.height } = icons[own] ?? { body: '' }
    return { key: `${setName}-${name}`, viewBox: `0 0 ${width} ${height}`, body }
  }
  return undefined
}

/** The sets are half a megabyte to two each: one is read when the first icon is looked for in it. */
function readSet(name: IconSetName): IconSet {
  const known = sets.get(name)
  if (known) return known
  const set = JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), 'utf8')) as IconSet
  sets.set(name, set)
  return set
}
