import type { ExportBundle } from '@bindery/contract'
import { sql } from 'kysely'
import { isHosted } from '../../db/statements/list-hosted.ts'
import { AppError } from '../app-error.ts'
import type { Actor } from '../audit/record-audit.ts'
import { type LinkDeps, linkBundle } from '../exports/bundles/link-bundle.ts'

interface HostedLinkRequest {
  domain: string
  exportId: string
  since: string | undefined
  actor: Actor
}

interface HostedDomain {
  organization_id: string
  project_id: string
  current_export: string | null
}

/** A host gets what readers get: the current export of a domain, and no other. */
export async function linkHostedBundle(deps: LinkDeps, request: HostedLinkRequest): Promise<ExportBundle> {
  const { domain, exportId, since, actor } = request
  const { rows } = await sql<HostedDomain>`
    select d.organization_id, d.project_id, d.current_export
    from domain d join organization o on o.id = d.organization_id
    where d.name = ${domain} and ${sql.raw(isHosted)}`.execute(deps.db)
  const [found] = rows
  if (!found) throw new AppError('domain_not_found', 'No host serves this domain: it is not there, or not proven.')
  if (found.current_export !== exportId) {
    throw new AppError('export_not_found', 'This is not the current export of the domain. List the domains again.')
  }
  const caller = { organization_id: found.organization_id, project_ids: [found.project_id], limits: {} }
  return linkBundle(deps, { caller, exportId, since, countsDelta: false, actor })
}
