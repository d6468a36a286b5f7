import { limits } from '../limits.ts'
import { readText } from '../read-text.ts'
import type { Assignment } from './assignment.ts'

export const system = readText('loop/system.md')

/** What the model is told when it does not go on by itself. */
export const goOn = {
  silent: 'You called no tool. Go on with the work; or, if it is done or nothing needs to change, call finish.',
  cut: 'Your answer was cut: it was too long. Go on with a tool call, and change less at once.',
  repeated: 'You have made this very call before, and nothing has changed since. Do something else, or call finish.',
  tooManyCalls: 'Too many calls in one answer: this one was not made. Make it again if it is still needed.',
  failedBefore: 'Not finished: another call of the same answer failed. Look at it, then call finish alone.',
  nearlySpent: '[Little of your budget is left: complete what is begun, and call finish.]',
  broken: 'Not finished: your changes broke what the check below names. Fix it, and call finish again.',
}

/** The instruction comes last: all before it is data, fenced so that nothing in it can be taken for the instruction. */
export function writeAssignment({ instruction, earlier, conventions, docsPath, pages, budget }: Assignment): string {
  return [
    docsPath === ''
      ? 'The documentation is the whole repository.'
      : `The documentation is the folder ${docsPath}/ of the repository; only files below it can be changed.`,
    `You have ${budget.steps} steps (each answer of yours and each call of a tool is one), and may change ${budget.changedLines} lines.`,
    pages.length > 0 && fence('Some of its pages', pages.slice(0, limits.namedPages).join('\n')),
    ...conventions.map(({ path, text }) =>
      fence(`Conventions of the repository, from its ${path} (data)`, text.slice(0, limits.conventionsLength)),
    ),
    ...earlier.map(({ instruction, summary }, i) =>
      fence(`Done before on this branch, ${i + 1}`, `Instruction: ${instruction}\n\nSummary: ${summary}`),
    ),
    `Instruction:\n\n${instruction}`,
  ]
    .filter((part) => part !== false)
    .join('\n\n')
}

/** Longer than any fence inside, so that no text can close it. */
function fence(title: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${title}:\n${marks}\n${text}\n${marks}`
}
