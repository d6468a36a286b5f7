import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import { operatorScope } from '../../../src/core/access/scope.ts'
import { operator } from '../../../src/core/audit/record-audit.ts'
import { addDomain } from '../../../src/core/domains/add-domain.ts'
import { defaultLimits } from '../../../src/core/limits/limits.ts'
import { makeId } from '../../../src/core/make-id.ts'
import { createProject } from '../../../src/core/projects/create-project.ts'
import { completeWithin } from '../../../src/core/publications/complete-export.ts'
import type { Tables } from '../../../src/db/tables.ts'
import { plantOrganization } from '../people/plant-person.ts'

export interface Owner {
  organizationId: string
  projectId: string
  domain: string
}

interface Planted {
  /** Minutes from now at which it was started. */
  startedAt?: number
  ref?: string
  paths?: string[]
  /** Digest of its files. */
  content?: string
}

/** For tests: a domain of a project of its own. */
export async function plantDomain(db: Kysely<Tables>, organization?: string): Promise<Owner> {
  const organizationId = organization ?? (await plantOrganization(db))
  const repository = 'https://git.example.com/docs.git'
  const request = { organizationId, name: 'Docs', repository, branch: 'main', docsPath: '' }
  const { id: projectId } = await createProject(db, request, operator, { allowedHosts: [] }, defaultLimits)
  const domain = `docs-${randomBytes(4).toString('hex')}.example.com`
  await addDomain(db, operatorScope, { projectId, name: domain, mode: 'trusted' }, operator, defaultLimits)
  return { organizationId, projectId, domain }
}

/** For tests: an export of a domain that runs, as one that was started at some other time. */
export async function plantRunning(
  pool: pg.Pool,
  { organizationId, projectId, domain }: Owner,
  { startedAt = 0, ref, paths, content }: Planted = {},
): Promise<string> {
  const id = makeId('export')
  await pool.query(
    `insert into export (id, organization_id, project_id, domain, status, requested_ref, requested_paths, created_at, content_digest,
       version, commit)
     values ($1, $2, $3, $4, 'running', $5, $6, now() + make_interval(secs => $7 * 60), $8, 'v-' || $1, repeat('c', 40))`,
    [id, organizationId, projectId, domain, ref ?? null, paths ?? null, startedAt, content ?? null],
  )
  return id
}

/** For tests: completes an export, which may publish it. */
export function endRunning(db: Kysely<Tables>, id: string, retentionDays = 0): Promise<string> {
  return db.transaction().execute((trx) => endWithin(trx, id, retentionDays))
}

export async function endWithin(trx: Transaction<Tables>, id: string, retentionDays = 0): Promise<string> {
  const bundle = { key: `${id}/bundle.tar.gz`, sha256: 'a'.repeat(64), bytes: 5, errors: 0, warnings: 0 }
  await completeWithin(trx, id, { ...bundle, retentionDays })
  return id
}
