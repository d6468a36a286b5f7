import { expect, test } from 'vitest'
import type { KeyRow } from '../../db/statements/key-row.ts'
import { verifyKey } from './verify-key.ts'

const alive: KeyRow = {
  key_id: 'key_1',
  organization_id: 'org_1',
  plan: 'enterprise',
  suspended: false,
  can_write: true,
  project_ids: null,
  addresses: null,
  expired: null,
  revoked: false,
  limits: {},
}

test('a key is refused when it is unknown, revoked or expired', () => {
  expect(() => verifyKey(undefined)).toThrow(expect.objectContaining({ code: 'invalid_key' }))
  const refused = (state: Partial<KeyRow>) => () => verifyKey({ key: { ...alive, ...state } })
  expect(refused({ revoked: true })).toThrow(expect.objectContaining({ code: 'revoked_key' }))
  expect(refused({ expired: true })).toThrow(expect.objectContaining({ code: 'expired_key' }))
  expect(refused({})()).toEqual({ key: alive })
})
