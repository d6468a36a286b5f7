import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { operator } from '../../src/core/audit/record-audit.ts'
import { addDomain } from '../../src/core/domains/add-domain.ts'
import { createProject } from '../../src/core/projects/create-project.ts'
import type { Tables } from '../../src/db/tables.ts'
import { plantOrganization } from '../core/people/plant-person.ts'

export interface Site {
  organizationId: string
  projectId: string
  domain: string
}

/** For tests: an organization with a project that has a domain. */
export async function plantSite(db: Kysely<Tables>): Promise<Site> {
  const organizationId = await plantOrganization(db)
  const repository = 'https://git.example.com/docs.git'
  const request = { organizationId, name: 'Docs', repository, branch: 'main', docsPath: '' }
  const { id: projectId } = await createProject(db, request, operator, { allowedHosts: [] })
  const domain = `docs-${randomBytes(4).toString('hex')}.example.com`
  await addDomain(db, { projectId, name: domain, mode: 'trusted' }, operator)
  return { organizationId, projectId, domain }
}
