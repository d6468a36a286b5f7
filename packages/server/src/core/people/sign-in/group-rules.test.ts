import { expect, test } from 'vitest'
import { parseGroupRules, rolesOf } from './group-rules.ts'

test('groups are separated by their roles, so that any sign may stand in their names', () => {
  const text = 'docs-admins=org_1:admin, CN=Docs Readers,OU=Acme=org_2:viewer\nall=org_1:viewer,'
  expect(parseGroupRules(text)).toEqual([
    { group: 'docs-admins', organizationId: 'org_1', role: 'admin' },
    { group: 'CN=Docs Readers,OU=Acme', organizationId: 'org_2', role: 'viewer' },
    { group: 'all', organizationId: 'org_1', role: 'viewer' },
  ])
})

test.each(['admins', 'admins=org_1', 'admins=org_1:owner', '=org_1:admin', 'admins=acme:admin'])(
  '%j is no rule',
  (text) => {
    expect(() => parseGroupRules(text)).toThrow()
  },
)

test('of several groups the strongest role holds, and only in its organization', () => {
  const rules = parseGroupRules('all=org_1:viewer admins=org_1:admin all=org_2:writer others=org_3:admin')
  expect([...rolesOf(['all', 'admins'], rules)]).toEqual([
    ['org_1', 'admin'],
    ['org_2', 'writer'],
  ])
  expect(rolesOf([], rules).size).toBe(0)
})
