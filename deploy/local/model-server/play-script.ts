import type { Conversation, Reply } from './protocols/protocol.ts'
import type { Script } from './read-scripts.ts'

/** The answer depends on the request alone: asked again, it comes again. */
export function playScript(script: Script, conversation: Conversation, id: string): Reply & { faults: string[] } {
  const { answers: n } = conversation
  const answer = script.answers[Math.min(n, script.answers.length - 1)] ?? {}
  const fill = (text: string) => fillTemplate(text, conversation)
  const text = fill(answer.say ?? '')
  const calls = (answer.calls ?? []).map(({ name, input = {}, raw }, i) => ({
    id: `call_${id}_${n}_${i}`,
    name,
    json: raw ?? JSON.stringify(fillAll(input, fill)),
  }))
  const length = calls.reduce((sum, { json }) => sum + json.length, text.length)
  return {
    id: `${id}_${n}`,
    thought: answer.think ?? '',
    text,
    calls,
    isCut: answer.isCut ?? false,
    inputTokens: Math.ceil(conversation.length / 4),
    outputTokens: Math.ceil(length / 4),
    faults: [...(n === 0 ? faultsOf(conversation.instruction) : []), ...(answer.faults ?? [])],
  }
}

/** `[faults 429 cut]` in an instruction disturbs the first answer. */
function faultsOf(instruction: string): string[] {
  return /\[faults ([^\]]+)\]/.exec(instruction)?.[1]?.split(' ') ?? []
}

function fillAll(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item) => fillAll(item, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillAll(item, fill)]))
}

/**
 * `{{n}}`: how many answers there were before. `{{line PATTERN}}`: the first line that matches in the latest result of a
 * tool that has one, without its number. `{{repeat N TEXT}}`: a text again and again.
 */
function fillTemplate(text: string, { answers, results }: Conversation): string {
  return text
    .replace(/\{\{n\}\}/g, String(answers))
    .replace(/\{\{line (.+?)\}\}/g, (_, pattern: string) => findLine(results, new RegExp(pattern)))
    .replace(/\{\{repeat (\d+) (.+?)\}\}/g, (_, times: string, what: string) => what.repeat(Number(times)))
}

function findLine(results: string[], pattern: RegExp): string {
  for (const result of results.toReversed()) {
    const line = result
      .split('\n')
      .map((numbered) => numbered.replace(/^\s*\d+\t/, ''))
      .find((bare) => pattern.test(bare))
    if (line !== undefined) return line
  }
  return `(no line matches ${pattern})`
}
