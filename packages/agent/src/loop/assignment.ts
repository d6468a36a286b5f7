import type { ModelRequest, ModelResponse, ToolCall, Usage } from '../model/model-request.ts'
import type { Diagnostic, ToolOutcome } from '../tools/tool.ts'

export interface Assignment {
  instruction: string
  /** What was asked and done before on the same branch. */
  earlier: { instruction: string; summary: string }[]
  /** What the repository says about writing in it. */
  conventions: { path: string; text: string }[]
  docsPath: string
  /** Some of the pages, to begin with. */
  pages: string[]
  budget: Budget
}

export interface Budget {
  /** Of input and output together, over all answers. */
  tokens: number
  /** Answers of the model and uses of a tool. */
  steps: number
  /** That the model takes to answer. */
  minutes: number
  changedLines: number
  /** How often the model may fix what its changes broke. */
  fixAttempts: number
}

/** Everything that reaches outside. The caller keeps each result, and gives the kept one when the work is played again. */
export interface AgentSteps {
  ask(question: ModelRequest): Promise<ModelResponse>
  use(call: ToolCall): Promise<UsedTool>
  check(): Promise<Diagnostic[]>
}

/** What came of a call. What the files hold now is for the caller to keep: here only which they are counts. */
export type UsedTool = Omit<ToolOutcome, 'changes'> & { changes: { path: string }[] }

export type AgentUsage = Usage & { steps: number }

export type AgentEnding =
  | { kind: 'finished'; title: string; summary: string }
  | { kind: 'budget_spent'; budget: 'tokens' | 'steps' | 'minutes' | 'changedLines' }
  | { kind: 'checks_failed'; diagnostics: Diagnostic[] }
  | { kind: 'model_lost'; reason: string }

export type AgentOutcome = AgentEnding & { usage: AgentUsage }
