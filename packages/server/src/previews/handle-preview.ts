import { locate, readPath } from '@bindery/bundle'
import type { Kysely } from 'kysely'
import { AppError } from '../core/app-error.ts'
import { openPreview, type Preview } from '../core/previews/open-preview.ts'
import type { PreviewSettings } from '../core/previews/preview-settings.ts'
import { createSiteReader } from '../core/previews/read-site.ts'
import type { Tables } from '../db/tables.ts'
import type { ApiContext } from '../http/client-address.ts'
import type { Downloads } from '../http/downloads.ts'
import { createPipeline, type PipelineDeps, type RenderedResponse } from '../http/pipeline.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { commonHeaders, type PreviewOrigin } from './preview-headers.ts'
import type { PreviewAddress } from './read-preview-address.ts'
import { respondFile } from './respond-file.ts'

export interface PreviewDeps extends PipelineDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'getBytes' | 'getRange'>
  previews: PreviewSettings
  downloads: Downloads
}

export type PreviewHandler = (c: ApiContext, address: PreviewAddress) => Promise<Response>

const text = 'text/plain; charset=utf-8'
const missing = 'There is nothing to see at this address, or its time is over. Ask the dashboard for a new one.\n'

/** Shows a site at its preview address. It knows nothing of people or keys: neither a session nor a cookie is looked at. */
export function createPreviewHandler(deps: PreviewDeps): PreviewHandler {
  const { log, previews } = deps
  const pipeline = createPipeline(deps)
  const reader = createSiteReader(deps.store)
  const origin: PreviewOrigin = previews.domain === undefined ? 'shared' : 'own'
  const publicPath = origin === 'shared' ? new URL(previews.publicUrl).pathname.replace(/\/$/, '') : ''

  const respond = (status: number, body: string | null, more: Record<string, string> = {}): RenderedResponse => {
    return { status, body, headers: { ...commonHeaders(origin, text), ...more } }
  }

  async function show(
    c: ApiContext,
    { token, basePath }: PreviewAddress,
    address: string | null,
  ): Promise<RenderedResponse> {
    const preview = await openPreview(deps, token)
    if (!preview) return respond(404, missing)
    if (!/^(?:GET|HEAD)$/.test(c.req.method)) return respond(405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' })
    const asked = readPath(c.env.incoming.url ?? '/', basePath)
    if (asked.kind === 'moved') return respond(301, null, { Location: `${publicPath}${asked.location}` })
    if (asked.kind !== 'path') return respond(404, missing)
    const { exportId, organizationId } = preview
    deps.downloads.begin(c, { who: 'preview', id: exportId, organizationId, address })
    return showPath(c, preview, { ...asked, basePath: `${publicPath}${basePath}` })
  }

  async function showPath(
    c: ApiContext,
    { bundleKey, expiresAt }: Preview,
    { path, query, basePath }: { path: string; query: string; basePath: string },
  ): Promise<RenderedResponse> {
    const found = await reader.find(bundleKey, path)
    if (found.kind === 'moved') {
      return respond(found.status, null, { Location: locate(found.location, basePath, query) })
    }
    const file = found.kind === 'file' ? found.file : found.page
    if (!file) return respond(404, missing)
    const secondsLeft = Math.max(0, Math.floor(expiresAt - Date.now() / 1000))
    return respondFile(c, reader, { bundleKey, file, status: found.kind === 'file' ? 200 : 404, origin, secondsLeft })
  }

  function refuse(error: unknown, requestId: string): RenderedResponse {
    if (error instanceof AppError && error.code === 'rate_limited') {
      return respond(429, `${error.message}\n`, { 'Retry-After': String(error.retryAfterSeconds) })
    }
    log.warn({ err: error, requestId }, 'preview not shown')
    return respond(503, 'The file could not be read. Try again.\n', { 'Retry-After': '5' })
  }

  return async (c, address) => {
    const request = pipeline.receive(c, 'getPreview')
    let rendered: RenderedResponse
    try {
      rendered = await show(c, address, request.address)
    } catch (error) {
      rendered = refuse(error, request.requestId)
    }
    return pipeline.respond(request, rendered, {})
  }
}
