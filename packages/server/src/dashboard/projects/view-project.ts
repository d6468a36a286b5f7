import { listDomains } from '../../core/domains/list-domains.ts'
import { describeProof } from '../../core/domains/proof/describe-proof.ts'
import { limitFor } from '../../core/limits/limits.ts'
import { showProject } from '../../core/projects/show-project.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import { hasRole } from '../enter-organization.ts'
import type { MemberVisit } from '../visit.ts'
import type { ProjectView } from './project-view.ts'

/** All that a project's page shows. */
export async function viewProject(
  { db, limits, credentials, git }: Pick<DashboardDeps, 'db' | 'limits' | 'credentials' | 'git'>,
  visit: MemberVisit,
  { projectId, organizationId }: { projectId: string; organizationId: string },
): Promise<ProjectView> {
  const project = await showProject(db, organizationId, projectId)
  const domains = await listDomains(db, organizationId)
  return {
    visit,
    project,
    domains: domains
      .filter((domain) => domain.projectId === projectId)
      .map((domain) => ({ ...domain, proof: describeProof(domain, git.allowedHosts) })),
    retentionDays: limitFor('retentionDays', limits, visit.organization.limits),
    storesSecrets: credentials !== undefined,
    mayChange: hasRole(visit.organization.role, 'admin'),
  }
}
