import assert from 'node:assert/strict'
import type { Route } from '@bindery/contract'
import { operatorScope } from '../../src/core/access/scope.ts'
import { operator } from '../../src/core/audit/record-audit.ts'
import { makeKey } from '../../src/core/keys/key-format.ts'
import { revokeKey } from '../../src/core/keys/revoke-key.ts'
import { setLimit, setPlan, suspend } from '../../src/core/organizations/change-organization.ts'
import { expectRefusal } from './expect-refusal.ts'
import { makeTenant } from './make-tenant.ts'
import type { Answer, TestApi } from './start-test-api.ts'

type Send = (key?: string) => Promise<Answer>

interface Refusal {
  status: 401 | 403 | 429
  promise: string
  appliesTo?: (route: Route) => boolean
  run(api: TestApi, send: Send): Promise<void>
}

/** What an operation refuses before it looks at what was asked: the same promises, kept on each route. */
export function refusalsOf(route: Route): Refusal[] {
  return refusals.filter(({ appliesTo }) => appliesTo?.(route) ?? true)
}

const refusals: Refusal[] = [
  { status: 401, promise: 'without a key', run: async (_api, send) => expectRefusal(await send(), 'missing_key') },
  {
    status: 401,
    promise: 'with a word that is no key',
    run: async (_api, send) => expectRefusal(await send('bnd_nonsense'), 'invalid_key'),
  },
  {
    status: 401,
    promise: 'with a well-formed key that nobody made',
    run: async (_api, send) => expectRefusal(await send(makeKey()), 'invalid_key'),
  },
  {
    status: 401,
    promise: 'with a revoked key, on its very next request',
    async run({ tenant, database }, send) {
      const { id, key } = await tenant.makeKey()
      assert.notEqual((await send(key)).status, 401)
      await revokeKey(database.db, operatorScope, id, operator)
      expectRefusal(await send(key), 'revoked_key')
    },
  },
  {
    status: 401,
    promise: 'with an expired key',
    async run({ tenant, database }, send) {
      const { id, key } = await tenant.makeKey()
      await database.pool.query('update api_key set expires_at = now() where id = $1', [id])
      expectRefusal(await send(key), 'expired_key')
    },
  },
  {
    status: 403,
    promise: 'from another address than the key allows',
    async run({ tenant }, send) {
      const { key } = await tenant.makeKey({ addresses: ['203.0.113.0/24'] })
      expectRefusal(await send(key), 'address_not_allowed')
    },
  },
  {
    status: 403,
    promise: 'with a key that may only read',
    appliesTo: ({ scope }) => scope === 'write',
    async run({ tenant }, send) {
      expectRefusal(await send((await tenant.makeKey({ scopes: ['read'] })).key), 'insufficient_scope')
    },
  },
  {
    status: 403,
    promise: 'for a suspended organization',
    async run({ database: { db } }, send) {
      const { organizationId, key } = await makeTenant(db)
      await suspend(db, organizationId, true, operator)
      expectRefusal(await send(key), 'organization_suspended')
    },
  },
  {
    status: 403,
    promise: 'without the enterprise plan, before any look-up',
    appliesTo: ({ area }) => area === 'static-export',
    async run({ database: { db } }, send) {
      const { organizationId, key } = await makeTenant(db)
      await setPlan(db, organizationId, 'pro', operator)
      expectRefusal(await send(key), 'plan_required')
    },
  },
  {
    status: 429,
    promise: 'past the request rate of the key, and another key is not touched by it',
    async run({ database: { db } }, send) {
      const { organizationId, key, makeKey: another } = await makeTenant(db)
      await setLimit(db, organizationId, { name: 'requestsPerMinute', value: 1 }, operator)
      // A minute may end between the first and the second, so a third is asked too.
      const answers = [await send(key), await send(key), await send(key)]
      const refused = answers.find(({ status }) => status === 429)
      assert.ok(refused, 'none of three requests was refused')
      expectRefusal(refused, 'rate_limited')
      assert.match(refused.headers.get('ratelimit') ?? '', /^"requests";r=0;t=\d+$/)
      assert.notEqual((await send((await another()).key)).status, 429)
    },
  },
]
