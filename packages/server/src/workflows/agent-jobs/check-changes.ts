import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import { rendererVersion } from '@bindery/site/parent'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { findLiveKeys } from '../../core/secrets/find-live-keys.ts'
import { fingerprintOf } from '../../core/secrets/fingerprint.ts'
import { agentJobTurnPrefix } from '../../storage/object-keys.ts'
import type { OpenEntry } from '../cache/entries.ts'
import type { Scratch } from '../cache/host-cache.ts'
import { runTask } from '../tasks/run-task.ts'
import { openSnapshot } from '../worker/open-snapshot.ts'
import { readCredentialSecret } from '../worker/read-credential.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { diagnoseSite } from './diagnose-site.ts'
import type { AgentJobBase } from './fetch-base.ts'
import type { NetChange } from './net-changes.ts'

interface Changed {
  root: string
  changes: readonly NetChange[]
}

/** What is wrong with the changed tree and was not wrong with its base. Nothing changed, nothing wrong. */
export async function checkChanges(
  context: WorkerContext,
  order: AgentJobOrder,
  base: AgentJobBase,
  { root, changes }: Changed,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  if (changes.length === 0) return []
  using before = await openSnapshot(context, order, base.snapshot)
  const paths = changes.map(({ path }) => path)
  return await context.cache.withScratch(async (scratch) => {
    const known = await diagnoseBase(context, order, before, scratch, signal)
    const site = { root, bytes: before.bytes }
    const now = await diagnoseSite(context, order, site, scratch, signal)
    const added = await runTask(context, order, 'compareFindings', { before: known, now, changed: paths }, { signal })
    return [...added, ...(await findNewSecrets(context, order, { base: before.path, root, paths }, signal))]
  })
}

/**
 * Asked for by every check of the turn, so it is stored beside the base; by the renderer's version, since another one finds
 * other things in the same base. Gives a file.
 */
async function diagnoseBase(
  context: WorkerContext,
  order: AgentJobOrder,
  base: OpenEntry,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<string> {
  const { store } = context
  const key = `${agentJobTurnPrefix(order)}base-findings-${rendererVersion}.json`
  const stored = await store.head(key)
  if (stored) {
    const file = join(scratch.folder, 'base-findings')
    await scratch.room.take(stored.bytes, signal)
    await store.getFile(key, file)
    return file
  }
  const found = await diagnoseSite(context, order, { root: base.path, bytes: base.bytes }, scratch, signal)
  await store.putFile(key, found)
  return found
}

/** A pull request may be public: what looks like a secret and was not in the file before is the model's to remove. */
async function findNewSecrets(
  context: WorkerContext,
  order: AgentJobOrder,
  changed: { base: string; root: string; paths: string[] },
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const credential = fingerprintOf(await readCredentialSecret(context, order.projectId))
  const found = await runTask(context, order, 'findChangedSecrets', { ...changed, credential }, { signal })
  const live = await findLiveKeys(context.db, [...new Set(found.flatMap(({ key }) => key ?? []))])
  return found.flatMap(({ key, ...diagnostic }) => (key === undefined || live.has(key) ? [diagnostic] : []))
}
