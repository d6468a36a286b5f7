/** Words that follow each other; four of them are seldom the same on two pages by chance. */
const wordsOfShingle = 4
/** What is remembered of a page: its smallest shingles. With 256 a likeness is known to about 3 %. */
const sketchSize = 256
const mostWords = 100_000

/** Scripts without spaces between words are read sign by sign. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

/** The smallest hashes of a text's shingles, each once, in order (a bottom-k sketch). */
export function sketchText(text: string): Uint32Array {
  const hashes = new Set<number>()
  const last: number[] = []
  let count = 0
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (++count > mostWords) break
    last.push(hashWord(found))
    if (last.length < wordsOfShingle) continue
    hashes.add(last.reduce((hash, next) => mix(Math.imul(hash, 31) + next), 7))
    last.shift()
  }
  // A page of three words is known by them.
  if (hashes.size === 0 && last.length > 0) hashes.add(last.reduce((hash, next) => mix(Math.imul(hash, 31) + next), 7))
  return Uint32Array.from(hashes).sort().slice(0, sketchSize)
}

/** The share of two texts that is the same (Jaccard), from 0 to 1, as the smallest shingles of both tell it. */
export function likeness(a: Uint32Array, b: Uint32Array): number {
  let [i, j, same, seen] = [0, 0, 0, 0]
  while (seen < sketchSize && (i < a.length || j < b.length)) {
    const [left, right] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY]
    if (left === right) same += 1
    if (left <= right) i += 1
    if (right <= left) j += 1
    seen += 1
  }
  return seen === 0 ? 0 : same / seen
}

function hashWord(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Murmur's finish: near numbers become far ones. */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The share of words that two short texts have in common (Dice), from 0 to 1. */
export function wordLikeness(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)]
  if (left.size + right.size === 0) return 0
  let same = 0
  for (const one of left) if (right.has(one)) same += 1
  return (2 * same) / (left.size + right.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.slice(0, 1000).toLowerCase().match(word) ?? [])
}
