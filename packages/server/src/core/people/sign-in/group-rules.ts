import type { Role } from '../../../db/tables.ts'

/** Whoever is in the group has the role in the organization. */
export interface GroupRule {
  group: string
  organizationId: string
  role: Role
}

const rule = /^(.+)=(org_[0-9a-f]+):(viewer|writer|admin)$/s
const strength: Record<Role, number> = { viewer: 1, writer: 2, admin: 3 }

/** `group=org_…:role`, separated by commas or spaces. An entry ends with its role, so a group's name may hold any sign. */
export function parseGroupRules(text: string): GroupRule[] {
  return text
    .trim()
    .split(/(?<=:(?:viewer|writer|admin))[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, group, organizationId, role] = rule.exec(entry) ?? []
      if (!group || !organizationId) throw new Error('not a group rule')
      return { group, organizationId, role: role as Role }
    })
}

/** The strongest role that the groups give in each organization. */
export function rolesOf(groups: readonly string[], rules: readonly GroupRule[]): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const { group, organizationId, role } of rules) {
    const known = roles.get(organizationId)
    if (groups.includes(group) && (!known || strength[role] > strength[known])) roles.set(organizationId, role)
  }
  return roles
}
