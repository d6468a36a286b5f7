import type { Liveness } from './hold-liveness.ts'

/**
 * Whether this worker is the one that maintains the database and the bucket. Whoever takes the lead keeps it until its
 * process ends: the lock is on the connection that shows that it lives.
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
