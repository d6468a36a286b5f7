import { contentPolicyOf, isKnown, locate, readPath, tagOf } from '@bindery/bundle'
import type { ApiContext } from '../../http/client-address.ts'
import { createPipeline, type PipelineDeps, type RenderedResponse } from '../../http/pipeline.ts'
import type { Dashboard } from '../dashboard.ts'
import { docsPath } from './docs-path.ts'
import { openDocs } from './open-docs.ts'

/**
 * The documentation of this release with the reference of the API, for everybody: as with openapi.json, nothing in it is of a
 * tenant, and whoever sets up a pipeline has a key and no account. No session or cookie is looked at.
 */
export function bindDocs(app: Dashboard, deps: PipelineDeps, folder?: URL): void {
  const pipeline = createPipeline(deps)
  const docs = openDocs(deps.publicUrl, folder)
  const base = `${new URL(deps.publicUrl).pathname.replace(/\/$/, '')}${docsPath}`

  async function respond(c: ApiContext): Promise<RenderedResponse> {
    const asked = readPath(c.env.incoming.url ?? '', docsPath)
    if (asked.kind === 'moved') return moveTo(`${base}/`)
    if (asked.kind !== 'path') return missing()
    const found = await docs.find(asked.path)
    if (found.kind === 'moved') return moveTo(locate(found.location, base, asked.query), found.status)
    const name = found.kind === 'file' ? found.file : found.page
    if (name === undefined) return missing()
    const file = await docs.read(name)
    const headers = headersOf(file.type, { ETag: tagOf(file), 'Cache-Control': file.isHashed ? forever : 'no-cache' })
    if (found.kind === 'missing') return { status: 404, body: file.bytes, headers }
    if (isKnown(c.req.header('if-none-match'), file)) return { status: 304, body: null, headers }
    return { status: 200, body: file.bytes, headers }
  }

  const handle = async (c: ApiContext) => {
    const request = pipeline.receive(c, 'getDocs')
    return pipeline.respond(request, await respond(c), {})
  }
  app.get(docsPath, handle)
  app.get(`${docsPath}/*`, handle)
}

const forever = 'public, max-age=31536000, immutable'
const text = 'text/plain; charset=utf-8'

/** Each page carries its own policy of what it may load, by digest; this one adds what a page cannot say of itself. */
function headersOf(type: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Security-Policy': contentPolicyOf(type).replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...more,
  }
}

const moveTo = (location: string, status = 301): RenderedResponse => ({
  status,
  body: null,
  headers: headersOf(text, { Location: location }),
})

const missing = (): RenderedResponse => ({
  status: 404,
  body: 'There is no such page. If there are none at all, the build was not run: npm run build.\n',
  headers: headersOf(text),
})
