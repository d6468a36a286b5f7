import { type AlternativeNode, type Node, parse } from 'oniguruma-parser/parser'
import { charactersOf } from './characters-of.ts'

/** What a line must have for a pattern to match in it: one of these characters, or one of these words. */
export interface Requirement {
  /** A bit for each ASCII character, and one for all others. */
  slots: Int32Array
  words: Set<string>
}

interface Need {
  characters: Set<number>
  words: Set<string>
}

/**
 * Undefined if nothing simple can be said. Every part of a sequence has to match, so the rarest part is enough; of
 * alternatives any may match, so all of them count.
 */
export function readRequirement(source: string): Requirement | undefined {
  const need = readNeed(source)
  if (!need) return undefined
  const slots = new Int32Array(5)
  for (const slot of need.characters) slots[slot >>> 5] = (slots[slot >>> 5] ?? 0) | (1 << (slot & 31))
  return { slots, words: need.words }
}

function readNeed(source: string): Need | undefined {
  // `(?i)` may begin anywhere and end with its group: once it appears, both cases count everywhere.
  const ignoresCase = /\(\?[a-zA-Z]*i/.test(source)
  try {
    return needOf(parse(source, { skipPropertyNameValidation: true, rules: { captureGroup: true } }), ignoresCase)
  } catch {
    // The grammars hold a few patterns that this parser does not know; those are searched for in every line.
    return undefined
  }
}

function needOf(node: Node, ignoresCase: boolean): Need | undefined {
  switch (node.type) {
    case 'Regex':
    case 'Group':
    case 'CapturingGroup':
      return needOfAny(node.body, ignoresCase)
    case 'LookaroundAssertion':
      return node.negate ? undefined : needOfAny(node.body, ignoresCase)
    case 'Alternative':
      return needOfSequence(node, ignoresCase)
    case 'Quantifier':
      return node.min > 0 ? needOf(node.body, ignoresCase) : undefined
    default: {
      const characters = charactersOf(node, ignoresCase)
      return characters && { characters, words: new Set() }
    }
  }
}

function needOfAny(alternatives: AlternativeNode[], ignoresCase: boolean): Need | undefined {
  const all: Need = { characters: new Set(), words: new Set() }
  for (const alternative of alternatives) {
    const need = needOf(alternative, ignoresCase)
    if (!need) return undefined
    for (const character of need.characters) all.characters.add(character)
    for (const word of need.words) all.words.add(word)
  }
  return all
}

function needOfSequence({ body }: AlternativeNode, ignoresCase: boolean): Need | undefined {
  let rarest: Need | undefined
  body.forEach((node, at) => {
    const words = ignoresCase ? undefined : boundedWords(body, at)
    const need = words ? { characters: new Set<number>(), words } : needOf(node, ignoresCase)
    if (need && (!rarest || likelihoodOf(need) < likelihoodOf(rarest))) rarest = need
  })
  return rarest
}

/** The words of `\b(?:def|class)\b`; assertions between them and the boundary take no room. */
function boundedWords(body: Node[], at: number): Set<string> | undefined {
  const node = body[at]
  if (node?.type !== 'Group' && node?.type !== 'CapturingGroup') return undefined
  const before = body.slice(0, at).reverse()
  if (!isBoundary(before) || !isBoundary(body.slice(at + 1))) return undefined
  const words = node.body.map(spell)
  return words.includes(undefined) ? undefined : new Set(words as string[])
}

function isBoundary(nodes: Node[]): boolean {
  const next = nodes.find((node) => node.type !== 'LookaroundAssertion')
  return next?.type === 'Assertion' && next.kind === 'word_boundary' && !next.negate
}

function spell({ body }: AlternativeNode): string | undefined {
  const text = body.map((node) => (node.type === 'Character' ? String.fromCodePoint(node.value) : ' ')).join('')
  return /^\w+$/.test(text) ? text : undefined
}

const commonest = 'etaoinsrhldcumfpgwybvkxjqz'

/** A guess at how many lines of code have it; it decides how much is saved, never what is found. */
function likelihoodOf({ characters, words }: Need): number {
  let sum = words.size * 0.02
  for (const slot of characters) sum += likelihoodOfCharacter(String.fromCharCode(slot))
  return sum
}

function likelihoodOfCharacter(character: string): number {
  const rank = commonest.indexOf(character)
  if (rank !== -1) return 0.9 - 0.03 * rank
  if (/[ \n]/.test(character)) return 1
  return /["'=(),.:_-]/.test(character) ? 0.4 : 0.12
}
