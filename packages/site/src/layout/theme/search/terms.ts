// Chinese, Japanese, Korean, Thai and their neighbours write words without spaces, or join particles to them.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー々]+/gu
const word = /[\p{L}\p{N}\p{M}]+/gu
const plainWord = /[a-z0-9]+/g
const beyondAscii = /[^\0-\x7f]/
const longestTerm = 32
// As many as the Unicode standard lets a stream have. Putting accents in order takes the square of their number: half a
// million of them on one letter, a minute.
const manyAccents = /(\p{M}{30})\p{M}+/gu

/**
 * The terms that a text is found by, in order. Words are compared without case and without the accents of European
 * languages; scripts without spaces give every pair of neighbouring characters, so that no dictionary decides where a
 * word begins.
 */
export function termsOf(text: string): string[] {
  // Most text by far, and ten times as fast.
  if (!beyondAscii.test(text)) return (text.toLowerCase().match(plainWord) ?? []).map(cutTerm)
  const plain = text
    .replace(manyAccents, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  const terms: string[] = []
  for (const run of plain.match(word) ?? []) {
    if (beyondAscii.test(run)) addRun(run, terms)
    else terms.push(cutTerm(run))
  }
  return terms
}

function cutTerm(run: string): string {
  return run.length > longestTerm ? run.slice(0, longestTerm) : run
}

function addRun(run: string, terms: string[]): void {
  let end = 0
  for (const { 0: characters, index } of run.matchAll(unspaced)) {
    addWord(run.slice(end, index), terms)
    addPairs([...characters], terms)
    end = index + characters.length
  }
  addWord(run.slice(end), terms)
}

function addWord(run: string, terms: string[]): void {
  if (run !== '') terms.push(cutTerm(run))
}

function addPairs(characters: string[], terms: string[]): void {
  if (characters.length === 1) terms.push(characters[0] ?? '')
  for (let at = 1; at < characters.length; at++) terms.push(`${characters[at - 1]}${characters[at]}`)
}

// Words and what may join them. Each expression has one class alone: of half a million letters without a mark, one that also
// asks for the mark takes a minute.
const joinable = /[a-z0-9._/:&+'’-]+/g
const joint = /[._/:&+'’-]/
const mostParts = 4

/**
 * Neighbouring parts of names that one mark joins, as in `wandb.init` or “Next.js”, as one term, so that `nextjs` finds it and
 * `run.log` more than its words. An address has more parts and is no name.
 */
export function joinedTermsOf(text: string): string[] {
  const joined: string[] = []
  for (const [run] of text.toLowerCase().matchAll(joinable)) {
    for (const parts of splitNames(run)) if (parts.length <= mostParts) joined.push(...pairsOf(parts))
  }
  return joined
}

/** The parts of each name in a run: two marks in a row end it. */
function splitNames(run: string): string[][] {
  const names: string[][] = [[]]
  for (const part of run.split(joint)) {
    if (part === '') names.push([])
    else names.at(-1)?.push(part)
  }
  return names
}

/** Neighbours as one term each; numbers alone are dates and versions. */
export function pairsOf(parts: readonly string[]): string[] {
  const pairs: string[] = []
  for (let at = 1; at < parts.length; at++) {
    const pair = `${parts[at - 1]}${parts[at]}`
    if (pair.length <= longestTerm && /[a-z]/.test(pair) && !beyondAscii.test(pair)) pairs.push(pair)
  }
  return pairs
}
