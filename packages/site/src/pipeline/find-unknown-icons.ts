import type { FoundProblem } from '../model/finding.ts'
import type { Division, Entry } from '../model/navigation.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { loadIcon } from '../render/html/load-icon.ts'

type Named = [file: string, icon: string | undefined]

/** Icons of the sidebar and the header that no set has, each once for the file that names it: nothing stands in their place. */
export function findUnknownIcons(plan: SitePlan): FoundProblem[] {
  const { config, configFile, navigation, pages } = plan
  const { links, primary } = config.navbar
  const configured = [...links, primary, ...navigation.global].map((link): Named => [configFile, link?.icon])
  const placed = listDivision(navigation.root).map((icon): Named => [configFile, icon])
  const ofPages = pages.map(({ file, icon, named }): Named => [file, named ? icon : undefined])
  const found = new Map<string, FoundProblem>()
  for (const [file, icon] of [...configured, ...placed, ...ofPages]) {
    if (icon === undefined || loadIcon(icon, config.iconLibrary)) continue
    const message = `No set has an icon “${icon.slice(0, 100)}”, so that the navigation shows none.`
    found.set(`${file} ${icon}`, { code: 'unknown_icon', message, file, line: 1, column: 1 })
  }
  return [...found.values()]
}

function listDivision({ icon, divisions, entries }: Division): (string | undefined)[] {
  return [icon, ...divisions.flatMap(listDivision), ...entries.flatMap(listEntry)]
}

function listEntry(entry: Entry): (string | undefined)[] {
  if (typeof entry === 'string') return []
  return entry.kind === 'link' ? [entry.icon] : [entry.icon, ...entry.entries.flatMap(listEntry)]
}
