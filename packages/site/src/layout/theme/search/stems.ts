// Runs in the reader's browser, see `find-pages`.

/** Words of English that say nothing of what is looked for. */
const commonWords = new Set(
  'a an and are as at be by can do does for from get how i if in into is it its make me my need of on or our should the there this to up use using want was we what when where which who why will with you your'.split(
    ' ',
  ),
)

export function isCommon(word: string, language: string): boolean {
  return isEnglish(language) && commonWords.has(word)
}

function isEnglish(language: string): boolean {
  return /^en\b/i.test(language)
}

/** How near each other form of a word is to the word itself: its number says less than another part of speech. */
const nearness = { number: 0.92, form: 0.75 }

/**
 * Other forms of an English word, with their nearness. They are made of the word and looked up as they are, so that the
 * index holds words as they were written, and other languages pay nothing for the rules of this one.
 */
export function formsOf(word: string, language: string): Map<string, number> {
  const forms = new Map<string, number>()
  if (!isEnglish(language) || word.length < 3 || !/^[a-z]+$/.test(word)) return forms
  const bases = basesOf(word)
  for (const base of bases) {
    for (const form of inflect(base)) forms.set(form, nearness.form)
  }
  for (const one of [singularOf(word), pluralOf(word)]) forms.set(one, nearness.number)
  forms.delete(word)
  return forms
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^suia]s$/.test(word) || /[aeu]es$/.test(word) ? word.slice(0, -1) : word
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

const endings = ['ations', 'ation', 'ings', 'ing', 'ed', 'er']

/** What a word may come from: “configuring” and “configuration” from “configure”, “running” from “run”. */
function basesOf(word: string): Set<string> {
  const singular = singularOf(word)
  const bases = new Set([singular])
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= 3)
  if (ending === undefined) return bases
  const stem = word.slice(0, -ending.length)
  bases.add(stem).add(`${stem}e`)
  if (ending.startsWith('ation')) bases.add(`${stem}ate`)
  if (stem.at(-1) === stem.at(-2)) bases.add(stem.slice(0, -1))
  return bases
}

function inflect(base: string): string[] {
  const bare = base.endsWith('e') ? base.slice(0, -1) : base
  const nouns = base.endsWith('ate') ? [`${bare}ion`, `${bare}ions`] : [`${bare}ation`]
  // “run”, “running”; “log”, “logged”.
  const doubled = /^[a-z]{0,2}[aeiou][bdgmnprt]$/.test(base) ? `${base}${base.at(-1)}` : bare
  return [base, pluralOf(base), `${doubled}ing`, `${doubled}ed`, ...nouns]
}
