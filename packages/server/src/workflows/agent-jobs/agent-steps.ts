import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AgentSteps,
  askModel,
  type Diagnostic,
  estimateUsage,
  ModelError,
  type ModelRequest,
  type ModelResponse,
  type ToolCall,
  type ToolOutcome,
  type UsedTool,
  useTool,
} from '@bindery/agent'
import { redactSecrets } from '../../core/agent-jobs/redact-secrets.ts'
import { addUsage } from '../../core/agent-jobs/turns/add-usage.ts'
import { type AgentJobOrder, expectNotSuspended } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { recordEvents, type StepEvent } from '../../core/agent-jobs/turns/record-events.ts'
import { reserveUsage } from '../../core/agent-jobs/turns/reserve-usage.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { noPrices } from '../../core/usage/model-prices.ts'
import type { BudgetQuestion } from '../../core/usage/monthly-budget.ts'
import type { AgentUsage } from '../../db/tables.ts'
import { agentJobTurnPrefix } from '../../storage/object-keys.ts'
import { runTask } from '../tasks/run-task.ts'
import { openSnapshot } from '../worker/open-snapshot.ts'
import type { StoredObject } from '../worker/stored-object.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import type { AgentTree } from './agent-tree.ts'
import { checkChanges } from './check-changes.ts'
import type { AgentJobBase } from './fetch-base.ts'
import { listNetChanges } from './net-changes.ts'
import { openAgentJobModel } from './open-agent-model.ts'
import { readSecrets } from './read-secrets.ts'
import { type AgentJobStep, readAgentJobFailure } from './run-agent-job-step.ts'

/** What one tool call has changed. Its content lies in the bucket, since the engine keeps only small things. */
export interface Patch extends StoredObject {
  paths: string[]
}

/** A turn under way. Only what the steps returned may change it, so that a replay brings it to the same place. */
export interface Turn {
  context: WorkerContext
  step: AgentJobStep
  order: AgentJobOrder
  base: AgentJobBase
  tree: AgentTree
  patches: Patch[]
  usage: AgentUsage
  /** How many there are in the transcript. */
  events: number
}

type Used = Omit<ToolOutcome, 'changes'> & { patch?: Patch }

const minute = 60_000
// Longer than this a step would rather fail and be tried by the engine's own back-off.
const longestPauseSeconds = 60
// Of a text in the transcript: who wants the whole file finds it in the pull request.
const shownCharacters = 20_000

const light = { timeoutMs: 5 * minute, attempts: 3 }

/** A check builds a whole site, in other processes. */
const heavy = { timeoutMs: 60 * minute, attempts: 3 }

/** The agent's hands, each movement a step: done once, and remembered. */
export function createAgentSteps(turn: Turn): AgentSteps {
  return { ask: (question) => ask(turn, question), use: (call) => use(turn, call), check: () => check(turn) }
}

async function ask(turn: Turn, question: ModelRequest): Promise<ModelResponse> {
  const { context, order, step, usage } = turn
  const n = ++turn.events
  const reservation = { settled: usage, estimate: { ...estimateUsage(question), steps: 1 } }
  const asking = step('ask', { timeoutMs: 10 * minute, attempts: 5 }, async (signal) => {
    await expectNotSuspended(context.db, order.organizationId)
    const model = await openAgentJobModel(context, order)
    await reserveUsage(context.db, order, reservation, budgetOf(turn))
    const answered = await askModel(model, question, signal).catch(async (error: unknown) => {
      if (error instanceof ModelError && error.retryAfterSeconds) {
        await sleep(Math.min(error.retryAfterSeconds, longestPauseSeconds) * 1000, undefined, { signal })
      }
      throw error
    })
    const body = { text: shorten(answered.text), calls: answered.calls.map(({ name }) => name), usage: answered.usage }
    await record(turn, { n, kind: 'answer', body }, addUsage(usage, { ...answered.usage, steps: 1 }))
    return answered
  })
  const answer = await asking.catch((error: unknown) => {
    // The endpoint may have worked on a call that was given up here.
    if (readAgentJobFailure(error).code === 'timed_out') turn.usage = addUsage(usage, reservation.estimate)
    throw error
  })
  turn.usage = addUsage(usage, { ...answer.usage, steps: 1 })
  return answer
}

function budgetOf({ context, order: { organizationId, limits: own } }: Turn): BudgetQuestion {
  const limits = { ...defaultLimits, ...context.limits }
  return { organizationId, limits, own, prices: context.prices ?? noPrices }
}

async function use(turn: Turn, call: ToolCall): Promise<UsedTool> {
  const n = ++turn.events
  const options = call.name === 'check' ? heavy : light
  const { patch, ...outcome } = await turn.step('use', options, (signal) => useOnTree(turn, call, n, signal))
  if (patch) {
    turn.patches.push(patch)
    turn.tree.advance()
  }
  return { ...outcome, changes: patch?.paths.map((path) => ({ path })) ?? [] }
}

async function useOnTree(turn: Turn, call: ToolCall, n: number, signal: AbortSignal): Promise<Used> {
  const { context, order, tree, patches } = turn
  const { docsPath } = order
  return tree.with(patches, async ({ tree: files, root }) => {
    const { changes, ...outcome } = startsProcesses.has(call.name)
      ? await useTool(call, { tree: files, docsPath, check: (s) => checkTree(turn, root, s) }, signal)
      : await useInTask(turn, call, root, signal)
    const body = {
      tool: call.name,
      input: shortenAll(call.input),
      text: shorten(outcome.text),
      isError: outcome.isError,
    }
    await record(turn, { n, kind: 'tool', body })
    if (changes.length === 0) return outcome
    const key = `${agentJobTurnPrefix(order)}patch-${n}.json`
    const { sha256 } = await context.store.putBytes(key, Buffer.from(JSON.stringify(changes)), { signal })
    return { ...outcome, patch: { key, sha256, paths: changes.map(({ path }) => path) } }
  })
}

/** These do their work in processes of their own. */
const startsProcesses = new Set(['check', 'search'])

async function useInTask(turn: Turn, call: ToolCall, root: string, signal: AbortSignal): Promise<ToolOutcome> {
  const { context, order, base } = turn
  using before = await openSnapshot(context, order, base.snapshot)
  const input = { call, root, base: before.path, docsPath: order.docsPath }
  return await runTask(context, order, 'useTool', input, { signal })
}

async function check(turn: Turn): Promise<Diagnostic[]> {
  const n = ++turn.events
  return turn.step('check', heavy, (signal) =>
    turn.tree.with(turn.patches, async ({ root }) => {
      const diagnostics = await checkTree(turn, root, signal)
      await record(turn, {
        n,
        kind: 'check',
        body: { found: diagnostics.length, diagnostics: diagnostics.slice(0, 100) },
      })
      return diagnostics.slice(0, 100)
    }),
  )
}

async function checkTree(turn: Turn, root: string, signal: AbortSignal): Promise<Diagnostic[]> {
  const { context, order, base } = turn
  const changes = await listTurnChanges(turn, root)
  const found = await checkChanges(context, order, base, { root, changes }, signal)
  // A finding quotes what it was found in, and goes to the model, the job and the log.
  return redactSecrets(found, await readSecrets(context, order.projectId))
}

/** All that this turn has changed so far. */
export async function listTurnChanges({ context, order, base, patches }: Turn, root: string) {
  const paths = patches.flatMap((patch) => patch.paths)
  using before = await openSnapshot(context, order, base.snapshot)
  return await listNetChanges(before.path, root, paths)
}

/** Inside the step whose event it is: written again it replaces what an attempt that did not count had written. */
export async function record({ context, order }: Turn, event: StepEvent, usage?: AgentUsage): Promise<void> {
  await recordEvents(context.db, order, [event], usage, await readSecrets(context, order.projectId))
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text
}

function shortenAll(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return typeof input === 'string' ? shorten(input) : input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
  )
}
