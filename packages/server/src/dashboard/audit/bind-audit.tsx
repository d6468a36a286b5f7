import { type AuditRow, listAudit, streamAudit } from '../../core/audit/list-audit.ts'
import type { Answer } from '../answer.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { PersonVisit } from '../visit.ts'
import { csvLine } from '../write-csv.ts'
import { AuditPage, InstallationAuditPage } from './audit-page.tsx'
import { readAuditQuery } from './read-audit-query.ts'

const [ofOrganization, ofInstallation] = ['/dashboard/:organization/audit', '/operator/audit']
const rowsAPage = 50

/** The log of each organization, for its admins, and of what belongs to none, for the operator. */
export function bindAudit(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps

  async function read(visit: PersonVisit, organizationId: string | null) {
    const { query, filter, cursor } = readAuditQuery(visit)
    return { query, ...(await listAudit(db, { organizationId, filter, limit: rowsAPage, cursor })) }
  }

  function download(visit: PersonVisit, organizationId: string | null): Answer {
    const { filter } = readAuditQuery(visit)
    return {
      kind: 'file',
      type: 'text/csv; charset=utf-8',
      name: `audit-${organizationId ?? 'installation'}.csv`,
      body: ReadableStream.from(writeLines(streamAudit(db, { organizationId, filter }))),
    }
  }

  bindPage(app, handlers, { operation: 'showAudit', path: ofOrganization, needs: 'admin' }, async (visit) => (
    <AuditPage visit={visit} {...(await read(visit, visit.organization.organizationId))} />
  ))
  bindPage(app, handlers, { operation: 'downloadAudit', path: `${ofOrganization}.csv`, needs: 'admin' }, (visit) =>
    download(visit, visit.organization.organizationId),
  )
  bindPage(
    app,
    handlers,
    { operation: 'showInstallationAudit', path: ofInstallation, needs: 'operator' },
    async (visit) => <InstallationAuditPage visit={visit} {...(await read(visit, null))} />,
  )
  const csv = { operation: 'downloadInstallationAudit', path: `${ofInstallation}.csv`, needs: 'operator' } as const
  bindPage(app, handlers, csv, (visit) => download(visit, null))
}

const head = ['time', 'actor', 'actor_name', 'action', 'target', 'address', 'outcome', 'request_id']

async function* writeLines(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvLine(head))
  for await (const rows of pages) yield encoder.encode(rows.map(writeRow).join(''))
}

function writeRow({ at, actor, actorName, action, target, address, outcome, requestId }: AuditRow): string {
  return csvLine([at.toISOString(), actor, actorName, action, target, address, outcome, requestId])
}
