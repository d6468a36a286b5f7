import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { operatorScope } from '../../src/core/access/scope.ts'
import { operator } from '../../src/core/audit/record-audit.ts'
import { addDomain } from '../../src/core/domains/add-domain.ts'
import { createKey, type KeyRequest } from '../../src/core/keys/create-key.ts'
import { defaultLimits } from '../../src/core/limits/limits.ts'
import { createOrganization } from '../../src/core/organizations/create-organization.ts'
import { createProject } from '../../src/core/projects/create-project.ts'
import type { Plan, Tables } from '../../src/db/tables.ts'

export interface Tenant {
  organizationId: string
  projectId: string
  domain: string
  /** All rights. */
  key: string
  makeKey(rights?: Partial<KeyRequest>): Promise<{ id: string; key: string }>
  makeProject(): Promise<{ projectId: string; domain: string }>
}

/** An organization with a project, a domain and a key, made as an operator makes them. */
export async function makeTenant(
  db: Kysely<Tables>,
  limits = { ...defaultLimits, keyCreationsPerHour: 1_000 },
  plan: Plan = 'enterprise',
): Promise<Tenant> {
  const { id: organizationId } = await createOrganization(db, { name: 'Acme', plan, domainMode: 'verified' }, operator)
  const makeKey = (rights: Partial<KeyRequest> = {}) =>
    createKey(db, { ...allRights, organizationId, ...rights }, operator, limits)
  const makeProject = async () => {
    const repository = 'https://git.example.com/docs.git'
    const request = { organizationId, name: 'Docs', repository, branch: 'main', docsPath: '' }
    const { id: projectId } = await createProject(db, request, operator, { allowedHosts: [] }, defaultLimits)
    const name = `docs-${randomBytes(4).toString('hex')}.example.com`
    await addDomain(db, operatorScope, { projectId, name, mode: 'trusted' }, operator, defaultLimits)
    return { projectId, domain: name }
  }
  return { organizationId, ...(await makeProject()), key: (await makeKey()).key, makeKey, makeProject }
}

const allRights: Omit<KeyRequest, 'organizationId'> = {
  name: 'test',
  scopes: ['write'],
  projectIds: null,
  addresses: null,
  expiresInDays: 90,
}
