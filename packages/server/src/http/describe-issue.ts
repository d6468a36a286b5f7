import type { z } from 'zod'

/**
 * What is wrong with a value, as the end of a sentence that begins with its name: “`domain` is required”. Schemas that
 * have a sentence of their own keep it; this one is for the rest.
 */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nameType(issue.expected)}`
    case 'too_small':
      return describeSize(issue.origin, 'at least', Number(issue.minimum))
    case 'too_big':
      return describeSize(issue.origin, 'at most', Number(issue.maximum))
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return 'is unknown'
    default:
      return 'is not valid'
  }
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const nameType = (expected: string): string => types[expected] ?? expected

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' }

function describeSize(origin: string, bound: 'at least' | 'at most', size: number): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${bound} ${size}`
  if (bound === 'at least' && size === 1) return 'must not be empty'
  return `must have ${bound} ${size.toLocaleString('en')} ${unit}${size === 1 ? '' : 's'}`
}
