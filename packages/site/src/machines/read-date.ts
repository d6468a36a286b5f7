const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const iso = /^(\d{4})-(\d{2})-(\d{2})$/
const cjk = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]$/
const monthFirst = new RegExp(`^${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i')
const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\.? ${month}\\.?,? (\\d{4})$`, 'i')

/**
 * A day that is written so that it can mean no other: `2025-10-25`, `June 11, 2025`, `11 Jun 2025`, `2025年6月11日`.
 * Neither the machine's clock nor its language has a say; `06/11/2025` and `June 2025` are no day.
 */
export function readDate(text: string): Date | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  const [, year, number, day] = iso.exec(trimmed) ?? cjk.exec(trimmed) ?? []
  if (year !== undefined) return dateOf(Number(year), Number(number), Number(day))
  const [, name = '', ofMonth, inYear] = monthFirst.exec(trimmed) ?? swap(dayFirst.exec(trimmed)) ?? []
  return name === '' ? undefined : dateOf(Number(inYear), monthNumber(name), Number(ofMonth))
}

function swap(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match === null ? undefined : [match[0], match[2], match[1], match[3]]
}

function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

/** Undefined for the 31st of June. */
function dateOf(year: number, monthOfYear: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, monthOfYear - 1, day))
  return date.getUTCMonth() === monthOfYear - 1 && date.getUTCDate() === day ? date : undefined
}
