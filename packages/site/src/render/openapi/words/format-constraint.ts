import type { Constraint } from '../describe/list-constraints.ts'
import { type ConstraintWords, englishConstraintWords } from './constraint-words.ts'

/** `1 to 100`, `at most 64 characters`, `no item twice`, in the words of a language. */
export function formatConstraint(constraint: Constraint, words: ConstraintWords = englishConstraintWords): string {
  switch (constraint.kind) {
    case 'value':
      return formatRange(constraint, words)
    case 'characters':
    case 'items':
    case 'properties':
      return formatCount(words[constraint.kind], constraint, words)
    case 'moreThan':
    case 'lessThan':
    case 'multipleOf':
      return fill(words[constraint.kind], constraint.number)
    case 'unique':
      return words.unique
    case 'pattern':
      return fill(words.pattern, constraint.pattern)
  }
}

interface Range {
  least?: number
  most?: number
}

function formatRange({ least, most }: Range, words: ConstraintWords): string {
  if (least === undefined) return fill(words.atMost, most ?? 0)
  if (most === undefined) return fill(words.atLeast, least)
  return least === most ? String(least) : fill(words.between, least, most)
}

/** Of one thing a language may have another form: `% character|% characters`. */
function formatCount(forms: string, range: Range, words: ConstraintWords): string {
  const [one = '', several = one] = forms.split('|')
  return fill((range.most ?? range.least) === 1 ? one : several, formatRange(range, words))
}

function fill(template: string, ...values: (string | number)[]): string {
  const left = [...values]
  return template.replace(/%/g, () => String(left.shift() ?? ''))
}
