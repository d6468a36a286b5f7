import { randomBytes } from 'node:crypto'

/** Words and ids that stand nowhere else, by what they are. */
export type Words = Map<string, string>

/** Notes down a word that must be gone later. */
export function coin(words: Words, what: string): string {
  const word = `gone${randomBytes(8).toString('hex')}`
  words.set(what, word)
  return word
}

export function coinId(words: Words, what: string, prefix: string): string {
  const id = `${prefix}_${randomBytes(8).toString('hex')}`
  words.set(what, id)
  return id
}
