import type { Plan } from '../tables.ts'

/** A key and its organization, as every request sees them. */
export interface KeyRow {
  key_id: string
  organization_id: string
  plan: Plan
  suspended: boolean
  can_write: boolean
  project_ids: string[] | null
  addresses: string[] | null
  expired: boolean | null
  revoked: boolean
  /** The organization's own limits; null for none, which spares a poll the parsing. */
  limits: Record<string, number> | null
}

/** Judged by the database's clock, which all processes share. */
export const keyColumns = `k.id as key_id, k.organization_id, o.plan, o.suspended_at is not null as suspended,
  'write' = any(k.scopes) as can_write, k.project_ids, k.addresses, k.expires_at <= now() as expired,
  k.revoked_at is not null as revoked, nullif(o.limits, '{}') as limits`
