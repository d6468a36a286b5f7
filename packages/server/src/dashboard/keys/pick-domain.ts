import { listDomains } from '../../core/domains/list-domains.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'

/** A domain that a key may export, for its examples. */
export async function pickDomain(
  { db }: Pick<DashboardDeps, 'db'>,
  organizationId: string,
  projectIds: readonly string[] | null,
): Promise<string> {
  const domains = await listDomains(db, organizationId)
  const own = domains.find(({ projectId }) => projectIds === null || projectIds.includes(projectId))
  return own?.name ?? 'docs.example.com'
}
