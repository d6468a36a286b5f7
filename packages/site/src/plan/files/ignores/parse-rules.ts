import type { Advice } from '../../../model/advice.ts'
import { parseRule, type Rule } from './parse-rule.ts'

export interface ParsedRules {
  rules: Rule[]
  advice: Advice[]
}

const mostRules = 500
const longestRule = 256
// The first ones show what is wrong with the rest.
const mostAdvice = 20

/** The rules of an ignore file, and what its author should know of the lines that are none. */
export function parseRules(file: string, { text, isCut }: { text: string; isCut: boolean }): ParsedRules {
  const rules: Rule[] = []
  const advice: Advice[] = []
  const advise = (line: number, message: string, suggestion: string) => {
    if (advice.length < mostAdvice) advice.push({ file, path: `line ${line}`, message, suggestion })
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  // Cut in the middle, a rule would exclude what its author never meant.
  if (isCut) lines.pop()
  for (const [index, line] of lines.entries()) {
    const rule = line.length > longestRule ? 'too long' : parseRule(line)
    if (rule === undefined) continue
    if (rule === 'too long')
      advise(index + 1, `The rule is longer than ${longestRule} characters, so it has no effect.`, shorten)
    else if (rule === 'invalid') advise(index + 1, `“${line}” is not a valid pattern, so it has no effect.`, fix)
    else if (rules.length < mostRules) rules.push(rule)
    else {
      advise(index + 1, `The file has more than ${mostRules} rules; this one and those below have no effect.`, fewer)
      return { rules, advice }
    }
  }
  if (isCut) advise(lines.length + 1, 'The file is longer than 8 KiB; what follows has no effect.', fewer)
  return { rules, advice }
}

const shorten = 'Write * for the parts that vary.'
const fewer = 'Exclude folders instead of single files.'
const fix = 'Close every bracket, write ranges upwards as in [a-z], and end no rule with a backslash.'
