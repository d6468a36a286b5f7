/** Stands for any number of characters in a name, or of names in a path. */
export const run = Symbol('run')

/** A character, or the question whether a character is one of those meant. */
export type Sign = string | ((character: string) => boolean)

/** One name of a path, or a part of it. */
export type NamePattern = readonly (Sign | typeof run)[]

/** A path, name by name. */
export type PathPattern = readonly (NamePattern | typeof run)[]

/** A path as the patterns read it: the characters of each of its names. */
export type PathSigns = readonly (readonly string[])[]

export function matchPath(pattern: PathPattern, path: PathSigns): boolean {
  return matchRuns(pattern, path, matchName)
}

export function matchName(pattern: NamePattern, name: readonly string[]): boolean {
  return matchRuns(pattern, name, matchSign)
}

function matchSign(sign: Sign, character: string): boolean {
  return typeof sign === 'string' ? sign === character : sign(character)
}

/**
 * Each run takes as little as it can, and where it fails only the last one takes more: an earlier one could only leave
 * less to those behind it. So each pair of token and item is tried once at the most, where an expression that goes back
 * to every run takes 24 s for four of them and a name of 250 letters.
 */
function matchRuns<Token, Item>(
  tokens: readonly (Token | typeof run)[],
  items: readonly Item[],
  fits: (token: Token, item: Item) => boolean,
): boolean {
  let [token, item] = [0, 0]
  let [afterRun, from] = [-1, 0]
  while (item < items.length) {
    const expected = tokens[token]
    if (expected === run) {
      token += 1
      ;[afterRun, from] = [token, item]
    } else if (token < tokens.length && fits(expected as Token, items[item] as Item)) {
      token += 1
      item += 1
    } else if (afterRun >= 0) {
      from += 1
      ;[token, item] = [afterRun, from]
    } else return false
  }
  while (tokens[token] === run) token += 1
  return token === tokens.length
}
