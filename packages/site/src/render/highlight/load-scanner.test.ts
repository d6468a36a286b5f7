import { createOnigurumaEngine } from '@shikijs/engine-oniguruma'
import type { OnigScanner, OnigString } from '@shikijs/vscode-textmate'
import { expect, test } from 'vitest'
import { loadScanner } from './load-scanner.ts'

const patterns = [
  '\\b(if|else)\\b',
  '\\Ga',
  '(["\'])(?:(?!\\1).)*\\1',
  '#.*$',
  '\\s+',
  '^\\s*@',
  '(?<=\\.)\\w+',
  'é|ß',
  '\\z',
]
const texts = ['if a.b: "x#y" # if', 'aaa', "  @x 'q' else", 'é.ß "é" if', '', '\t#', 'elseif.else', 'a"b\'c']

/** Every match from every place, as the tokenizer would meet them: forward, and with each option. */
function walk(scanner: OnigScanner, string: OnigString): unknown[] {
  const found: unknown[] = []
  for (const options of [0, 1, 4]) {
    for (let at = 0; at <= string.content.length; at++) found.push(scanner.findNextMatchSync(string, at, options))
  }
  return found
}

test('patterns that share what they found find what a scanner of their own would', async () => {
  const shared = await loadScanner()
  const own = await createOnigurumaEngine()
  const lists = [patterns, patterns.toReversed(), patterns.slice(3, 6)]
  // Often enough that patterns are known to search in vain and are skipped.
  for (let round = 0; round < 20; round++) {
    for (const text of texts) {
      for (const list of lists) {
        const line = shared.createOnigString(text)
        const expected = walk(own.createScanner(list) as OnigScanner, own.createString(text) as OnigString)
        expect(walk(shared.createOnigScanner(list), line), `${text} by ${list.join(' ')}`).toEqual(expected)
        line.dispose?.()
      }
    }
  }
})
