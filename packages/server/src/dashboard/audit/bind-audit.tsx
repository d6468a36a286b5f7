import { type AuditRow, listAudit, streamAudit } from '../../core/audit/list-audit.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { csvLine } from '../write-csv.ts'
import { AuditPage } from './audit-page.tsx'
import { readAuditQuery } from './read-audit-query.ts'

const pagePath = '/dashboard/:organization/audit'
const rowsAPage = 50

export function bindAudit(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps

  bindPage(app, handlers, { operation: 'showAudit', path: pagePath, needs: 'admin' }, async (visit) => {
    const { query, filter, cursor } = readAuditQuery(visit)
    const { organizationId } = visit.organization
    const page = await listAudit(db, { organizationId, filter, limit: rowsAPage, cursor })
    return <AuditPage visit={visit} query={query} {...page} />
  })
  bindPage(app, handlers, { operation: 'downloadAudit', path: `${pagePath}.csv`, needs: 'admin' }, (visit) => {
    const { filter } = readAuditQuery(visit)
    const { organizationId } = visit.organization
    return {
      kind: 'file',
      type: 'text/csv; charset=utf-8',
      name: `audit-${organizationId}.csv`,
      body: ReadableStream.from(writeLines(streamAudit(db, { organizationId, filter }))),
    }
  })
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
