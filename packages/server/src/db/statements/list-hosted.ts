import type { HostedPage } from '@bindery/contract'
import type pg from 'pg'

/** Of which domains a host serves the current export: proven, and of an organization that may export. */
export const isHosted = `d.verified_at is not null and o.suspended_at is null and o.plan = 'enterprise'`

// What a restored database has from a later time than its own counts as old: else it would be news for ever.
const text = `select pg_snapshot_xmin(pg_current_snapshot())::text as now,
  (select count(*)::int from domain d join organization o on o.id = d.organization_id where ${isHosted}) as total,
  coalesce((select json_agg(page) from (
    select d.name as domain, d.current_export as "jobId"
    from domain d join organization o on o.id = d.organization_id
    where ${isHosted} and d.name > $2
      and ($1 = '0' or (d.changed_in >= $1::xid8 and d.changed_in < pg_snapshot_xmax(pg_current_snapshot())))
    order by d.name limit $3 + 1) page), '[]') as domains`

interface Listed extends Pick<HostedPage, 'domains' | 'total'> {
  /** The oldest transaction that was open: from here on something may change. */
  now: string
}

/** Domains by name, after the one given; and of those only what has changed since. */
export async function listHosted(
  pool: pg.Pool,
  { since, after, limit }: { since: string; after: string; limit: number },
): Promise<Listed> {
  const { rows } = await pool.query<Listed>({ name: 'list-hosted', text, values: [since, after, limit] })
  return rows[0] as Listed
}
