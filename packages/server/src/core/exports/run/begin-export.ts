import type { AssetMode, AuthorCodeMode } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { PageRule, Tables } from '../../../db/tables.ts'
import type { Limits } from '../../limits/limits.ts'
import { findSuspension } from '../../organizations/read-organization.ts'
import type { SecretRules } from '../../secrets/secret-rules.ts'
import { ExportFailure, StaleExport } from '../export-failure.ts'

/** What an export works on, as it was when the export began. Holds no secret: the engine remembers it as text. */
export interface ExportOrder {
  exportId: string
  organizationId: string
  projectId: string
  domain: string
  repository: string
  ref: string
  docsPath: string
  requestedVersion: string | null
  /** The pages to export; null for all. */
  requestedPaths: string[] | null
  secretRules: SecretRules
  assets: AssetMode
  authorCode: AuthorCodeMode
  pageRule: PageRule
  /** What the organization's own limits are, where it has some. */
  limits: Partial<Limits>
}

/** Moves a queued export to running; beginning it again changes nothing. Throws if the organization is suspended. */
export async function beginExport(db: Kysely<Tables>, exportId: string): Promise<ExportOrder> {
  const row = await db
    .updateTable('export')
    .from(['project', 'organization'])
    .set({
      status: 'running',
      started_at: sql`coalesce(started_at, now())`,
      ref: sql`coalesce(export.requested_ref, project.branch)`,
    })
    .where('export.id', '=', exportId)
    .where('export.status', 'in', ['queued', 'running'])
    .whereRef('project.id', '=', 'export.project_id')
    .whereRef('organization.id', '=', 'export.organization_id')
    .returning([
      'export.id as exportId',
      'export.organization_id as organizationId',
      'export.project_id as projectId',
      'export.domain',
      'project.repository',
      'project.docs_path as docsPath',
      'project.branch',
      'export.requested_ref as requestedRef',
      'export.requested_version as requestedVersion',
      'export.requested_paths as requestedPaths',
      'export.requested_page_rule as requestedRule',
      'project.page_rule as projectRule',
      'project.secrets_found as found',
      'project.secret_exceptions as exceptions',
      'organization.limits',
      'export.requested_assets as requestedAssets',
      'project.assets as projectAssets',
      'export.requested_author_code as requestedCode',
      'project.author_code as projectCode',
    ])
    .executeTakeFirstOrThrow(() => new StaleExport(exportId))
  const suspension = await findSuspension(db, row.organizationId)
  if (suspension !== undefined) throw new ExportFailure('organization_suspended', suspension)
  const { branch, requestedRef, requestedRule, projectRule, found, exceptions, ...rest } = row
  const { requestedAssets, projectAssets, requestedCode, projectCode, ...order } = rest
  const authorCode = requestedCode ?? projectCode
  const assets = requestedAssets ?? projectAssets
  const pageRule = requestedRule ?? projectRule
  return { ...order, ref: requestedRef ?? branch, pageRule, secretRules: { found, exceptions }, assets, authorCode }
}
