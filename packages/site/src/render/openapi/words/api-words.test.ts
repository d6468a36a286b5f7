import { expect, test } from 'vitest'
import { apiWordsOf, englishApiWords } from './api-words.ts'

test('every language has a word for everything, by each name that the format has for it', () => {
  for (const language of ['ar', 'cn', 'de', 'es', 'fr', 'ja', 'jp', 'ko', 'pt-BR', 'zh-Hans']) {
    const words = apiWordsOf(language)
    expect(words, language).not.toBe(englishApiWords)
    expect(
      Object.values({ ...words, constraint: 'x' }).every((word) => typeof word === 'string' && word !== ''),
      language,
    ).toBe(true)
  }
  expect(apiWordsOf('xx')).toBe(englishApiWords)
})
