import { expect, test } from 'vitest'
import { formatResult } from './print-result.ts'

test('a list is a table that lines up', () => {
  const rows = [
    { id: 'org_1', name: 'Acme', limits: { exportStartsPerHour: 5 }, suspendedAt: null },
    { id: 'org_22', name: 'B', limits: {}, suspendedAt: new Date(0) },
  ]
  expect(formatResult(rows, false)).toBe(
    [
      'id      name  limits                 suspendedAt',
      'org_1   Acme  exportStartsPerHour=5  -',
      'org_22  B     -                      1970-01-01T00:00:00.000Z',
    ].join('\n'),
  )
})

test('one thing is a line for each of its fields', () => {
  expect(formatResult({ id: 'key_1', key: 'bnd_x' }, false)).toBe('id   key_1\nkey  bnd_x')
})

test('an empty list says so, and is [] for scripts', () => {
  expect(formatResult([], false)).toBe('There are none.')
  expect(formatResult([], true)).toBe('[]')
})
