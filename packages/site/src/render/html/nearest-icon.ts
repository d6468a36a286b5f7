import { readFileSync } from 'node:fs'

let table: ReadonlyMap<string, string> | undefined

/** Past this it is no name of an icon. */
const mostWords = 6

/**
 * Names to look for in the place of one that no free set has, the nearest first: that of the table, which knows names of the
 * paid sets and those of earlier versions; then the name with fewer words (`rocket-launch`, `rocket`).
 */
export function listNearest(name: string): string[] {
  table ??= readTable()
  const known = table.get(name)
  const words = name.split('-', mostWords + 1)
  if (words.length > mostWords) return []
  const shorter = words.slice(1).map((_, count) => words.slice(0, words.length - 1 - count).join('-'))
  const later = words.slice(1).map((_, count) => words.slice(count + 1).join('-'))
  return [...(known === undefined ? [] : [known]), ...shorter, ...later]
}

/** Read when the first name is met that no set has; most sites never do. */
function readTable(): ReadonlyMap<string, string> {
  const file = new URL('../../../assets/icons/nearest-icons.json', import.meta.url)
  const groups = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return new Map(Object.entries(groups).flatMap(([free, names]) => names.split(' ').map((name) => [name, free])))
}
