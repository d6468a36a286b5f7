import type { Liveness } from './hold-liveness.ts'

/**
 * Returns true in the one worker that maintains the database and the bucket. It leads until its process ends, because the
 * advisory lock is on its liveness connection.
 */
export function createLead(liveness: Pick<Liveness, 'query'>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  const ask = async () => {
    const text = `select pg_try_advisory_lock(hashtextextended('bindery-maintenance', 0)) as leads`
    const [row] = await liveness.query<{ leads: boolean }>(text, [])
    return row?.leads ?? false
  }
  return async () => {
    asked ??= ask()
    const leads = await asked
    if (!leads) asked = undefined
    return leads
  }
}
