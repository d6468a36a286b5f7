import { translations } from './translations.ts'
import { englishWords, type Words } from './words.ts'

/** The words of a language, as far as they are known, else English; the author's own go before both. */
export function wordsOf(language: string, own: Record<string, string>): Words {
  const [base = ''] = language.toLowerCase().split('-')
  const translated = translations.get(language.toLowerCase()) ?? translations.get(base)
  const chosen = Object.entries(own).filter(([name]) => Object.hasOwn(englishWords, name))
  return { ...englishWords, ...translated, ...Object.fromEntries(chosen) }
}
