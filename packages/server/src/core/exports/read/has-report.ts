import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'

/** An export that failed before its pages were read has none. */
export async function hasReport(
  store: Pick<ObjectStore, 'head'>,
  job: { organizationId: string; id: string },
): Promise<boolean> {
  return (await store.head(exportReportKey(job.organizationId, job.id))) !== undefined
}
