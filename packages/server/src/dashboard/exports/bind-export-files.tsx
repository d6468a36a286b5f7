import { encodePath } from '@bindery/bundle'
import { findPageOfSource } from '../../core/exports/bundles/find-page-of-source.ts'
import { listExportFiles } from '../../core/exports/bundles/list-export-files.ts'
import { openExportFile } from '../../core/exports/bundles/read-export-file.ts'
import { linkPreview } from '../../core/previews/link-preview.ts'
import { redirect } from '../answer.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { type MemberVisit, occupantOf } from '../visit.ts'
import { FileList } from './file-list.tsx'
import { findExport } from './find-export.ts'

const one = '/dashboard/:organization/exports/:export'

/** Authors' bytes are never handed out as something that a browser would run at our own address. */
const type = 'application/octet-stream'

export function bindExportFiles(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showFiles', path: `${one}/files`, needs: 'viewer' }, async (visit) => {
    const job = await findExport(deps, visit)
    const cursor = /^\d{1,9}$/.exec(visit.c.req.query('cursor') ?? '')?.[0] ?? 0
    const request = { caller: visit.caller, exportId: job.id, limit: 100, cursor: Number(cursor) }
    return <FileList visit={visit} job={job} page={await listExportFiles(deps, request)} />
  })
  bindView(app, handlers)
  const file = { operation: 'downloadFile', path: `${one}/files/:path{.+}`, needs: 'viewer' } as const
  bindPage(app, handlers, file, async (visit) => {
    const { id } = await findExport(deps, visit)
    const path = visit.c.req.param('path') ?? ''
    const { bytes } = await openExportFile(deps, { caller: visit.caller, exportId: id, path })
    const body = await deps.downloads.stream(visit.c, occupantOf(visit), bytes)
    return { kind: 'file', type, body, name: nameOf(path) }
  })
}

/** Leads to the preview: at a fresh address each time, so that a link on the dashboard is never too old. */
function bindView(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const view = async (visit: MemberVisit) => {
    const { id } = await findExport(deps, visit)
    const { previewUrl } = await linkPreview(deps, { caller: visit.caller, exportId: id, actor: visit.actor })
    const path = visit.c.req.param('path') ?? ''
    return redirect(`${previewUrl}${encodePath(path)}`)
  }
  bindPage(app, handlers, { operation: 'viewSite', path: `${one}/view`, needs: 'viewer' }, view)
  bindPage(app, handlers, { operation: 'viewPage', path: `${one}/view/:path{.+}`, needs: 'viewer' }, view)
  const source = { operation: 'viewSource', path: `${one}/source/:path{.+}`, needs: 'viewer' } as const
  bindPage(app, handlers, source, async (visit) => {
    const { id } = await findExport(deps, visit)
    const request = { caller: visit.caller, exportId: id, source: visit.c.req.param('path') ?? '' }
    const page = await findPageOfSource(deps, request)
    return redirect(`/dashboard/${visit.organization.organizationId}/exports/${id}/view/${encodePath(page)}`)
  })
}

/** The last part of the path, without what a header could not carry. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_') || 'file'
}
