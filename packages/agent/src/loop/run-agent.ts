import { limits } from '../limits.ts'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../model/model-request.ts'
import { listTools } from '../tools/use-tool.ts'
import { writeDiagnostics } from '../tools/write-diagnostics.ts'
import type { AgentEnding, AgentOutcome, AgentSteps, Assignment, UsedTool } from './assignment.ts'
import { boundAnswer } from './bound-response.ts'
import { Patience } from './patience.ts'
import { shortenConversation } from './shorten-conversation.ts'
import { Spending } from './spending.ts'
import { goOn, system, writeAssignment } from './write-assignment.ts'

/** Asks, does what is asked for, and asks again until the work is finished. The same answers lead to the same end. */
export async function runAgent(assignment: Assignment, steps: AgentSteps): Promise<AgentOutcome> {
  const run = new AgentRun(assignment, steps)
  const ending = await run.toTheEnd()
  return { ...ending, usage: run.spending.usage }
}

class AgentRun {
  readonly spending: Spending
  readonly #steps: AgentSteps
  readonly #patience = new Patience()
  #messages: Message[]
  #fixesLeft: number

  constructor(assignment: Assignment, steps: AgentSteps) {
    this.#steps = steps
    this.spending = new Spending(assignment.budget)
    this.#messages = [{ role: 'user', text: writeAssignment(assignment) }]
    this.#fixesLeft = assignment.budget.fixAttempts
  }

  async toTheEnd(): Promise<AgentEnding> {
    for (;;) {
      const answer = await this.#ask()
      const ending = (answer.calls.length > 0 ? await this.#useTools(answer.calls) : this.#urge(answer)) ?? this.#stop()
      if (ending) return ending
    }
  }

  async #ask(): Promise<ModelResponse> {
    this.#messages = shortenConversation(this.#messages)
    const { maxOutputTokens } = this.spending
    const question = { system, messages: this.#messages, tools: listTools(), maxOutputTokens }
    const answer = boundAnswer(await this.#steps.ask(question))
    this.spending.addAnswer(answer)
    const { text, calls, thoughts } = answer
    this.#say({ role: 'assistant', text, calls, ...(thoughts && { thoughts }) })
    return answer
  }

  #urge({ stop }: ModelResponse): undefined {
    this.#patience.noteTalk()
    this.#say({ role: 'user', text: stop === 'length' ? goOn.cut : goOn.silent })
  }

  #say(message: Message): void {
    this.#messages = [...this.#messages, message]
  }

  async #useTools(calls: ToolCall[]): Promise<AgentEnding | undefined> {
    const results: ToolResult[] = []
    let finish: UsedTool['finish']
    for (const [i, call] of calls.entries()) {
      const outcome = i < limits.callsInAnswer ? await this.#useTool(call) : refusal(goOn.tooManyCalls)
      results.push({ callId: call.id, name: call.name, text: outcome.text, isError: outcome.isError })
      finish ??= outcome.finish
      const ending = this.#stop(finish !== undefined)
      if (ending) return ending
    }
    this.#patience.noteResults(results)
    const ending = finish && (await this.#finish(finish, results))
    const last = results.at(-1)
    if (last && this.spending.isNearlySpent) last.text += `\n\n${goOn.nearlySpent}`
    this.#say({ role: 'tool', results })
    return ending
  }

  async #useTool(call: ToolCall): Promise<UsedTool> {
    if (this.#patience.isRepeated(call)) return refusal(goOn.repeated)
    const outcome = await this.#steps.use(call)
    this.spending.addTool(outcome)
    if (outcome.changes.length > 0) this.#patience.forgetCalls()
    return outcome
  }

  /** Where it is not the end, the result of `finish` tells the model why. */
  async #finish(finish: { title: string; summary: string }, results: ToolResult[]): Promise<AgentEnding | undefined> {
    if (results.some(({ isError }) => isError)) return refuseFinish(results, goOn.failedBefore)
    const diagnostics = this.spending.hasChanged ? await this.#steps.check() : []
    if (diagnostics.length === 0) return { kind: 'finished', ...finish }
    if (this.#fixesLeft-- <= 0) return { kind: 'checks_failed', diagnostics }
    this.#patience.forgetCalls()
    return refuseFinish(results, `${goOn.broken}\n\n${writeDiagnostics(diagnostics)}`)
  }

  #stop(isFinishing = false): AgentEnding | undefined {
    const { spent } = this.spending
    // Who says with the last step that the work is done has not spent too much.
    if (spent && !(isFinishing && spent !== 'changedLines')) return { kind: 'budget_spent', budget: spent }
    const reason = this.#patience.lost
    return reason === undefined ? undefined : { kind: 'model_lost', reason }
  }
}

function refusal(text: string): UsedTool {
  return { text, isError: true, changes: [], changedLines: 0 }
}

function refuseFinish(results: ToolResult[], text: string): undefined {
  for (const result of results) if (result.name === 'finish') Object.assign(result, { text, isError: true })
}
