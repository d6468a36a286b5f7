import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon'
import { iconToSVG } from '@iconify/utils/lib/svg/build'

const require = createRequire(import.meta.url)

type IconSetName = 'lucide' | 'tabler' | 'fa6-solid' | 'fa6-regular' | 'fa6-brands'
type IconSet = Parameters<typeof getIconData>[0]

export interface LoadedIcon {
  /** Unique among all sets. */
  key: string
  viewBox: string
  body: string
}

const iconName = /^[a-z\d]+(?:-[a-z\d]+)*$/
const sets = new Map<IconSetName, IconSet>()
const loaded = new Map<string, LoadedIcon | undefined>()

/** An icon of the library, or of the next best set that has the name: authors mix them, and a near icon beats none. */
export function loadIcon(name: string, library: string, type?: string): LoadedIcon | undefined {
  const request = `${library}/${type ?? ''}/${name}`
  if (!loaded.has(request))
    loaded.set(request, findIcon(name.toLowerCase().replace(/^fa-/, ''), setsFor(library, type)))
  return loaded.get(request)
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
    if (!Object.hasOwn(set.icons, name) && !Object.hasOwn(set.aliases ?? {}, name)) continue
    const data = getIconData(set, name)
    if (!data) continue
    const { attributes, body } = iconToSVG(data)
    return { key: `${setName}-${name}`, viewBox: attributes.viewBox, body }
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
