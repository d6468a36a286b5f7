import type { Section } from '../navigation-index.ts'
import { translations } from './translations.ts'
import { englishWords, type Words } from './words.ts'

/** The words of a language, as far as they are known, else English; the author's own go before both. */
export function wordsOf(language: string, own: Record<string, string>): Words {
  const [base = ''] = language.toLowerCase().split('-')
  const translated = translations.get(language.toLowerCase()) ?? translations.get(base)
  const chosen = Object.entries(own).filter(([name]) => Object.hasOwn(englishWords, name))
  return { ...englishWords, ...translated, ...Object.fromEntries(chosen) }
}

/** Languages of the configuration format, each named as its readers look for it. A Map: an author may call one “constructor”. */
const names = new Map([
  ['ar', 'العربية'],
  ['cn', '简体中文'],
  ['cs', 'Čeština'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['id', 'Bahasa Indonesia'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['jp', '日本語'],
  ['ko', '한국어'],
  ['lv', 'Latviešu'],
  ['nl', 'Nederlands'],
  ['no', 'Norsk'],
  ['pl', 'Polski'],
  ['pt', 'Português'],
  ['pt-BR', 'Português (Brasil)'],
  ['ro', 'Română'],
  ['ru', 'Русский'],
  ['sv', 'Svenska'],
  ['tr', 'Türkçe'],
  ['ua', 'Українська'],
  ['uk', 'Українська'],
  ['uz', 'Oʻzbekcha'],
  ['vi', 'Tiếng Việt'],
  ['zh', '简体中文'],
  ['zh-Hans', '简体中文'],
  ['zh-Hant', '繁體中文'],
])

/** The tags that HTML knows languages by, where the format has its own. */
const tags = new Map([
  ['cn', 'zh-Hans'],
  ['jp', 'ja'],
  ['ua', 'uk'],
  ['zh', 'zh-Hans'],
])

/** As the configuration calls it. */
export function languageOf(section: Section | undefined): string {
  return section?.trail.find(({ kind }) => kind === 'language')?.label ?? 'en'
}

export function languageName(language: string): string {
  return names.get(language) ?? language
}

export function languageTag(language: string): string {
  return tags.get(language) ?? language
}

export function isRightToLeft(language: string): boolean {
  return /^(?:ar|fa|he|ur)\b/.test(language)
}
