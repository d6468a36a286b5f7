import { expect, test } from 'vitest'
import { translations } from './translations.ts'
import { englishWords } from './words.ts'
import { wordsOf } from './words-of.ts'

test.each([
  ['fr', 'Rechercher'],
  ['ja', '検索'],
  ['zh-Hans', '搜索'],
  ['pt-BR', 'Pesquisar'],
  ['xx', 'Search'],
])('the word for searching in %s is %s', (language, word) => {
  expect(wordsOf(language, {}).search).toBe(word)
})

test("the author's own word goes before", () => {
  expect(wordsOf('de', { search: 'Finden', other: 'x' })).toMatchObject({ search: 'Finden', next: 'Weiter' })
})

test('a translation has every word, and keeps the place of what was looked for', () => {
  for (const words of translations.values()) {
    expect(Object.keys(words)).toEqual(Object.keys(englishWords))
    expect(words.searchNothing).toContain('%')
  }
})
