import { runEdit } from '@bindery/agent'
import { beginEdit, type EditOrder } from '../../core/edits/turns/begin-edit.ts'
import { completeEdit } from '../../core/edits/turns/complete-edit.ts'
import { failEdit } from '../../core/edits/turns/fail-edit.ts'
import type { EditTurn } from '../../core/edits/turns/hold-turn.ts'
import type { EditUsage } from '../../db/tables.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import type { StepTurn } from '../../engine/step.ts'
import { editTurnPrefix } from '../../storage/object-keys.ts'
import type { Scratch } from '../cache/host-cache.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { assignWork, expectFinished } from './assign-work.ts'
import { createEditTree } from './edit-tree.ts'
import { createEditorSteps, type Turn } from './editor-steps.ts'
import { type EditBase, fetchBase } from './fetch-base.ts'
import { openPullRequest, pushEdit } from './publish-edit.ts'
import { readSecrets } from './read-secrets.ts'
import { type EditStep, readEditFailure } from './run-edit-step.ts'

const minute = 60_000

export interface EditSiteParts {
  context: WorkerContext
  step: EditStep
}

/** One turn of an edit, from its instruction to its pull request. Whatever goes wrong becomes a state of the row. */
export function defineEditSite({ context, step }: EditSiteParts) {
  const { db, log } = context

  return async function editSite(editId: string, turn: number, organizationId: string): Promise<void> {
    const at: EditTurn = { editId, turn }
    const spent: { usage: EditUsage } = { usage: { inputTokens: 0, outputTokens: 0, steps: 0 } }
    try {
      const order = await step('begin', { timeoutMs: minute }, () => beginEdit(db, at))
      const turn = fetchTurn(order)
      const base = await step('fetch-base', { timeoutMs: 15 * minute, attempts: 3, turn }, (signal) =>
        fetchBase(context, order, signal),
      )
      await context.cache.withScratch((scratch) => work(order, base, scratch, spent))
    } catch (error) {
      if (isEngineStop(error)) throw error
      await fail(at, error, spent.usage)
    }
    const leftovers = editTurnPrefix({ organizationId, ...at })
    await step('clear', { timeoutMs: 5 * minute }, () => context.store.deletePrefix(leftovers))
  }

  async function work(order: EditOrder, base: EditBase, scratch: Scratch, spent: { usage: EditUsage }): Promise<void> {
    const tree = createEditTree(context, order, base.snapshot, scratch)
    const turn: Turn = Object.assign(spent, { context, step, order, base, tree, patches: [], events: 0 })
    const finished = expectFinished(await runEdit(assignWork(order, base, context.limits), createEditorSteps(turn)))
    const pushing = { timeoutMs: 10 * minute, turn: fetchTurn(order) }
    const pushed = await step('push', pushing, (signal) => pushEdit(turn, finished, signal))
    const n = ++turn.events
    const prLink =
      pushed &&
      (await step('open-pull-request', { timeoutMs: 2 * minute }, (signal) =>
        openPullRequest(turn, finished, pushed, n, signal),
      ))
    await step('complete', { timeoutMs: minute }, async () =>
      completeEdit(
        db,
        order,
        {
          ...finished,
          prLink,
          headCommit: pushed?.commit ?? null,
          changedFiles: pushed?.changedFiles ?? [],
          usage: turn.usage,
        },
        await readSecrets(context, order.projectId),
      ),
    )
  }

  async function fail(at: EditTurn, error: unknown, usage: EditUsage): Promise<void> {
    if ((error as Error).name === 'StaleEdit') {
      return log.info({ editId: at.editId }, 'the edit was ended or deleted by somebody else')
    }
    const { code, message } = readEditFailure(error)
    log.warn({ editId: at.editId, errorCode: code, reason: message }, 'the edit failed')
    await step('fail', { timeoutMs: minute, attempts: 10 }, () => failEdit(db, at, { code, message, usage }))
  }
}

function fetchTurn({ organizationId: group }: EditOrder): StepTurn {
  return { of: 'fetches', rank: 0, group }
}
