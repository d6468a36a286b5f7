import { readOrganization } from '../core/organizations/read-organization.ts'
import type { Membership } from '../core/people/sessions/find-session.ts'
import type { Role } from '../db/tables.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { noSuchPage, Problem } from './problem.ts'
import type { MemberVisit, PersonVisit } from './visit.ts'

const ranks: Record<Role, number> = { viewer: 1, writer: 2, admin: 3 }

export function hasRole(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed]
}

/**
 * The organization of the path is one of the session's own, or there is no such page: the same answer as for one that
 * does not exist. The operator of the installation may enter any, as an admin.
 */
export async function enterOrganization(
  { db }: Pick<DashboardDeps, 'db'>,
  visit: PersonVisit,
  needed: Role,
): Promise<MemberVisit> {
  const id = visit.c.req.param('organization') ?? ''
  const { memberships, person } = visit.session
  const organization =
    memberships.find(({ organizationId }) => organizationId === id) ??
    (person.isOperator ? await readAsOperator(db, id) : undefined)
  if (!organization) throw noSuchPage()
  if (!hasRole(organization.role, needed)) {
    throw new Problem(
      403,
      `This needs the role ${needed}. Your role in ${organization.name} is ${organization.role}. Ask an admin.`,
    )
  }
  if (organization.suspended && !person.isOperator) {
    throw new Problem(403, `${organization.name} is suspended. Ask the operator why.`)
  }
  const { limits } = organization
  return {
    ...visit,
    organization,
    caller: { organization_id: id, project_ids: null, limits: limits as Record<string, number> },
  }
}

async function readAsOperator(db: DashboardDeps['db'], id: string): Promise<Membership | undefined> {
  const row = await readOrganization(db, id).catch(() => undefined)
  if (!row) return
  const { name, plan, limits, suspended_at } = row
  return { organizationId: id, name, plan, limits, suspended: suspended_at !== null, role: 'admin' }
}
