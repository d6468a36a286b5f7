import type pg from 'pg'
import type { Plan, Role } from '../../../db/tables.ts'
import type { Limits } from '../../limits/limits.ts'
import { hashToken } from '../token.ts'
import { idleHours, longestDays } from './start-session.ts'

export interface SignedInPerson {
  id: string
  email: string
  name: string
  isOperator: boolean
  hasPassword: boolean
  hasSecondFactor: boolean
}

export interface Membership {
  organizationId: string
  name: string
  plan: Plan
  suspended: boolean
  limits: Partial<Limits>
  role: Role
}

export interface FoundSession {
  /** As in the list of a person's sessions. */
  id: string
  person: SignedInPerson
  memberships: Membership[]
}

const text = `
    with seen as (
      update session set
        seen_at = now(),
        expires_at = least(
          now() + interval '${idleHours} hours',
          created_at + interval '${longestDays} days')
      where hash = $1 and expires_at > now() and seen_at < now() - interval '1 minute'
    )
    select
      encode(session.hash, 'hex') as id,
      json_build_object(
        'id', person.id, 'email', email, 'name', name, 'isOperator', is_operator,
        'hasPassword', password is not null, 'hasSecondFactor', totp_step is not null) as person,
      (select coalesce(json_agg(json_build_object(
          'organizationId', organization.id, 'name', organization.name, 'plan', plan,
          'suspended', suspended_at is not null, 'limits', limits, 'role', role)
          order by organization.name, organization.id), '[]')
        from membership join organization on organization.id = organization_id
        where membership.person_id = person.id) as memberships
    from session join person on person.id = person_id
    where session.hash = $1 and expires_at > now()`

/**
 * Who is signed in, and where they belong right now: read anew for each request, so that a role that was taken away
 * is gone at once. One statement, planned once for each connection; it writes at most once a minute.
 */
export async function findSession(pool: pg.Pool, secret: string): Promise<FoundSession | undefined> {
  const { rows } = await pool.query<FoundSession>({ name: 'find-session', text, values: [hashToken(secret)] })
  return rows[0]
}
