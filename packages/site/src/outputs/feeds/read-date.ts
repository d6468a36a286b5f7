const languages = [
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
]

/** No name is that of two months, in whatever languages. */
const months = new Map(languages.flatMap((names) => names.split(' ').map((name, index) => [name, index + 1] as const)))

/** No day is written longer. Putting accents in order takes the square of their number. */
const longest = 100

const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const cjk = /^(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]$/
const monthFirst = /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u
const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)? (?:de )?(?<month>\p{L}+)\.?,? (?:de )?(?<year>\d{4})$/u

/**
 * A day that is written so that it can mean no other: `2025-10-25`, `June 11, 2025`, `11 juin 2025`, `2025年6月11日`.
 * Neither the machine's clock nor its language has a say; `06/11/2025` and `June 2025` are no day.
 */
export function readDate(text: string): Date | undefined {
  if (text.length > longest) return undefined
  const written = text.trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC')
  const match = [iso, cjk, monthFirst, dayFirst].map((form) => form.exec(written)).find((found) => found !== null)
  if (!match?.groups) return undefined
  const { year, month = '', day } = match.groups
  return dateOf(Number(year), months.get(month) ?? Number(month), Number(day))
}

/** Undefined for the 31st of June. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}
