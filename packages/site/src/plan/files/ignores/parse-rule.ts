import {
  matchName,
  matchPath,
  type NamePattern,
  type PathPattern,
  type PathSigns,
  run,
  type Sign,
} from './match-glob.ts'

/** A line of an ignore file. */
export interface Rule {
  /** Takes back what earlier rules have excluded. */
  negated: boolean
  foldersOnly: boolean
  matches: (path: PathSigns) => boolean
}

/** As git reads a line of `.gitignore`. Undefined for one that holds no rule, `invalid` for one that cannot be read. */
export function parseRule(line: string): Rule | 'invalid' | undefined {
  const text = line.replace(/(?<!\\) +$/, '')
  if (text === '' || text.startsWith('#')) return undefined
  const negated = text.startsWith('!')
  const glob = negated ? text.slice(1) : text
  const foldersOnly = glob.endsWith('/')
  const body = foldersOnly ? glob.slice(0, -1) : glob
  if (body === '') return undefined
  const matches = parseGlob(body)
  return matches ? { negated, foldersOnly, matches } : 'invalid'
}

/** A slash inside binds a pattern to the docs folder; without one it is the name of something at any depth. */
function parseGlob(body: string): Rule['matches'] | undefined {
  if (body.includes('/')) {
    const pattern = parsePath(body.replace(/^\//, ''))
    return pattern && ((path) => matchPath(pattern, path))
  }
  const pattern = parseName(body)
  return pattern && ((path) => matchName(pattern, path.at(-1) ?? []))
}

function parsePath(glob: string): PathPattern | undefined {
  const pattern = glob.split('/').map((name) => (/^\*{2,}$/.test(name) ? run : parseName(name)))
  // `a/**` is all that is in the folder, without the folder itself.
  if (pattern.at(-1) === run) pattern.push([run])
  return pattern.every((name) => name !== undefined) ? pattern : undefined
}

function parseName(glob: string): NamePattern | undefined {
  const characters = [...glob]
  const pattern: (Sign | typeof run)[] = []
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]
    if (character === '*') {
      if (pattern.at(-1) !== run) pattern.push(run)
    } else if (character === '?') pattern.push(() => true)
    else if (character === '[') {
      const found = parseClass(characters, at + 1)
      if (!found) return undefined
      pattern.push(found.sign)
      at = found.end
    } else {
      if (character === '\\') at += 1
      const plain = characters[at]
      if (plain === undefined) return undefined
      pattern.push(plain)
    }
  }
  return pattern
}

/** What stands between brackets: `[a-z_]`, `[!.]`, `[]]`. Undefined if they are not closed or a range runs backwards. */
function parseClass(glob: readonly string[], start: number): { sign: Sign; end: number } | undefined {
  const isNegated = glob[start] === '!' || glob[start] === '^'
  const first = isNegated ? start + 1 : start
  const ranges: [from: number, to: number][] = []
  let at = first
  const read = (): number | undefined => {
    if (glob[at] === '\\') at += 1
    return glob[at++]?.codePointAt(0)
  }
  while (glob[at] !== ']' || at === first) {
    // Names of classes, `[[:alpha:]]`, are left out: an author who writes one learns it, and is not misread.
    if (glob[at] === '[' && glob[at + 1] === ':') return undefined
    const from = read()
    const isRange = glob[at] === '-' && glob[at + 1] !== ']'
    if (isRange) at += 1
    const to = isRange ? read() : from
    if (from === undefined || to === undefined || from > to) return undefined
    ranges.push([from, to])
  }
  const sign = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return ranges.some(([from, to]) => from <= code && code <= to) !== isNegated
  }
  return { sign, end: at }
}
