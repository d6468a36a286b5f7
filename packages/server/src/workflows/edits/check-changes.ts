import type { Diagnostic } from '@bindery/agent'
import type { EditOrder } from '../../core/edits/begin-edit.ts'
import { findLiveKeys } from '../../core/secrets/find-live-keys.ts'
import { findSecrets, toWanted } from '../../core/secrets/find-secrets.ts'
import { editTurnPrefix } from '../../storage/object-keys.ts'
import { openSnapshot } from '../open-snapshot.ts'
import { readCredentialSecret } from '../read-credential.ts'
import type { WorkerContext } from '../worker-context.ts'
import { diagnoseSite, listNew } from './diagnose-site.ts'
import type { EditBase } from './fetch-base.ts'
import type { NetChange } from './net-changes.ts'

interface Changed {
  root: string
  changes: readonly NetChange[]
}

/** What is wrong with the changed tree and was not wrong with its base. Nothing changed, nothing wrong. */
export async function checkChanges(
  context: WorkerContext,
  order: EditOrder,
  base: EditBase,
  { root, changes }: Changed,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  if (changes.length === 0) return []
  const before = await diagnoseBase(context, order, base, signal)
  const now = await diagnoseSite(context, { ...order, root }, signal)
  return [...listNew(before, now), ...(await findNewSecrets(context, order, changes))]
}

/** Asked for by every check of the turn, so it is kept beside the base. */
async function diagnoseBase(context: WorkerContext, order: EditOrder, base: EditBase, signal: AbortSignal) {
  const key = `${editTurnPrefix(order)}base-findings.json`
  if (await context.store.head(key)) {
    return JSON.parse((await context.store.getBytes(key)).toString('utf8')) as Diagnostic[]
  }
  using root = await openSnapshot(context, base.snapshot)
  const found = await diagnoseSite(context, { ...order, root: root.path }, signal)
  await context.store.putBytes(key, Buffer.from(JSON.stringify(found)))
  return found
}

/** A pull request may be public: what looks like a secret and was not in the file before is the model's to remove. */
async function findNewSecrets(context: WorkerContext, order: EditOrder, changes: readonly NetChange[]) {
  const credential = await readCredentialSecret(context, order.projectId)
  const found: Diagnostic[] = []
  for (const { path, before, content } of changes) {
    if (content === null) continue
    const known = new Set(listSecrets(before ?? '', credential).map(({ message }) => message))
    for (const secret of [...listSecrets(path, credential), ...listSecrets(content, credential)]) {
      const isLive = secret.key === undefined || (await findLiveKeys(context.db, [secret.key])).size > 0
      if (isLive && !known.has(secret.message))
        found.push({ file: path, ...secret.place, kind: 'secret', message: secret.message })
    }
  }
  return found
}

function listSecrets(text: string, credential: string | undefined) {
  const bytes = Buffer.from(text).toString('latin1')
  const { ownKeys, credential: places, others } = findSecrets(bytes, toWanted(credential))
  const at = ({ line }: { line: number }) => ({ line })
  return [
    ...ownKeys.map(({ key, ...place }) => ({
      place: at(place),
      key,
      message: 'An API key of this service. Remove it.',
    })),
    ...places.map((place) => ({
      place: at(place),
      key: undefined,
      message: 'The credential of the git host. Remove it.',
    })),
    ...others.map(({ pattern, ...place }) => ({
      place: at(place),
      key: undefined,
      message: `This looks like ${pattern.what}. Remove it.`,
    })),
  ]
}
