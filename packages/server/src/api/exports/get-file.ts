import { getExportFile as route } from '@bindery/contract'
import { openExportFile } from '../../core/exports/bundles/read-export-file.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { occupantOf } from '../exchange.ts'
import { readExportId } from '../read-ids.ts'

/** Authors' bytes are never handed out as something that a browser would run at the API's own address. */
const contentType = 'application/octet-stream'

export function bindGetExportFile(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const path = exchange.c.req.param('path') ?? ''
      const { file, bytes } = await openExportFile(deps, { caller, exportId: readExportId(exchange.c), path })
      const body = await deps.downloads.stream(exchange.c, occupantOf(exchange, caller), bytes)
      const headers = {
        'Content-Length': String(file.size),
        'Content-Disposition': 'attachment',
        'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      }
      return { status: route.answer.status, body, contentType, headers }
    },
  })
}
