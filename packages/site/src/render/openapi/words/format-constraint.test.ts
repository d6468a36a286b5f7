import { expect, test } from 'vitest'
import { listConstraints } from '../describe/list-constraints.ts'
import { apiWordsOf } from './api-words.ts'
import { englishConstraintWords } from './constraint-words.ts'
import { formatConstraint } from './format-constraint.ts'

function say(schema: Record<string, unknown>, language = 'en'): string[] {
  return listConstraints((key) => schema[key]).map((one) => formatConstraint(one, apiWordsOf(language).constraint))
}

test('what a schema asks of its values is said in words', () => {
  expect(say({ minimum: 0, maximum: 100 })).toEqual(['0 to 100'])
  expect(say({ exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 })).toEqual([
    'more than 0',
    'less than 1',
    'multiple of 0.5',
  ])
  expect(say({ minLength: 3, maxLength: 3 })).toEqual(['3 characters'])
  expect(say({ minItems: 1, uniqueItems: true })).toEqual(['at least 1 item', 'no item twice'])
  expect(say({ minLength: 0 })).toEqual([])
  expect(say({ pattern: '^%$&$' })).toEqual(['matches ^%$&$'])
})

test('it is said in the language of the page', () => {
  const schema = { minItems: 1, maxItems: 5, maxLength: 1 }
  expect(say(schema, 'de')).toEqual(['höchstens 1 Zeichen', '1 bis 5 Einträge'])
  expect(say(schema, 'zh-Hans')).toEqual(['字符数：至多 1', '项数：1 到 5'])
  for (const language of ['ar', 'cn', 'de', 'es', 'fr', 'ja', 'jp', 'ko', 'pt-BR', 'zh-Hans']) {
    const { constraint } = apiWordsOf(language)
    for (const [key, english] of Object.entries(englishConstraintWords)) {
      const own = constraint[key as keyof typeof constraint]
      expect(own, `${language} ${key}`).not.toBe('')
      for (const form of own.split('|')) {
        expect(form.match(/%/g)?.length, `${language} ${key}`).toBe(english.split('|')[0]?.match(/%/g)?.length)
      }
    }
    expect(constraint, language).not.toBe(englishConstraintWords)
  }
})
