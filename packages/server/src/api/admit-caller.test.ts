import { createAgentJob, getExport, listExports, startExport } from '@bindery/contract'
import { expect, test } from 'vitest'
import type { KeyRow } from '../db/statements/key-row.ts'
import { admitCaller } from './bind-route.ts'

const caller: KeyRow = {
  key_id: 'key_1',
  organization_id: 'org_1',
  plan: 'enterprise',
  suspended: false,
  can_write: true,
  project_ids: null,
  addresses: ['203.0.113.0/24'],
  expired: null,
  revoked: false,
  limits: {},
}
const address = '203.0.113.7'
const refuses = (code: string) => expect.objectContaining({ code })

test('a key is used from its own addresses only, and never from an unknown one', () => {
  expect(() => admitCaller(caller, listExports, address)).not.toThrow()
  for (const other of ['198.51.100.1', '203.0.114.7', null]) {
    expect(() => admitCaller(caller, listExports, other)).toThrow(refuses('address_not_allowed'))
  }
  expect(() => admitCaller({ ...caller, addresses: null }, listExports, '198.51.100.1')).not.toThrow()
})

test('a key that may only read starts nothing', () => {
  const reader = { ...caller, can_write: false }
  expect(() => admitCaller(reader, getExport, address)).not.toThrow()
  for (const route of [startExport, createAgentJob]) {
    expect(() => admitCaller(reader, route, address)).toThrow(refuses('insufficient_scope'))
  }
})

test('a suspended organization may do nothing', () => {
  const suspended = { ...caller, suspended: true }
  for (const route of [getExport, createAgentJob]) {
    expect(() => admitCaller(suspended, route, address)).toThrow(refuses('organization_suspended'))
  }
})

test('exports need the enterprise plan, agent jobs do not', () => {
  const pro = { ...caller, plan: 'pro' as const }
  expect(() => admitCaller(pro, createAgentJob, address)).not.toThrow()
  for (const route of [getExport, startExport]) {
    expect(() => admitCaller(pro, route, address)).toThrow(refuses('plan_required'))
  }
})
