import { expect, test } from 'vitest'
import { readReturnTo } from './return-to.ts'

test.each(['/dashboard', '/dashboard/org_1/exports?status=failed', '/account', '/invitation/abc'])(
  '%s is a page of ours',
  (path) => {
    expect(readReturnTo(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'https://evil.example.com/dashboard',
  '//evil.example.com/dashboard',
  '/\\evil.example.com/dashboard',
  '/.//evil.example.com/dashboard',
  '/dashboard/..//evil.example.com',
  '\t//evil.example.com',
  'javascript:alert(1)',
  '/sign-out',
  '/dashboards',
])('%j leads to the start', (asked) => {
  expect(readReturnTo(asked)).toBe('/dashboard')
})
