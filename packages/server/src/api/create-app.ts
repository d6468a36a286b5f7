import { describeApi } from '@bindery/contract'
import { Hono } from 'hono'
import { AppError } from '../core/app-error.ts'
import type { ApiContext } from '../http/client-address.ts'
import { bindArchiveAgentJob } from './agent-jobs/archive.ts'
import { bindCancelAgentJob } from './agent-jobs/cancel.ts'
import { bindCreateAgentJob } from './agent-jobs/create.ts'
import { bindGetAgentJob } from './agent-jobs/get.ts'
import { bindListAgentJobs } from './agent-jobs/list.ts'
import { bindListAgentEvents } from './agent-jobs/list-events.ts'
import { bindMessageAgentJob } from './agent-jobs/message.ts'
import { bindUnarchiveAgentJob } from './agent-jobs/unarchive.ts'
import type { AppDeps } from './app-deps.ts'
import type { App } from './bind-route.ts'
import { createEdge, type Edge } from './edge.ts'
import { bindCancelExport } from './exports/cancel.ts'
import { bindGetExport } from './exports/get.ts'
import { bindGetExportFile } from './exports/get-file.ts'
import { bindCreateBundle } from './exports/link-bundle.ts'
import { bindListExports } from './exports/list.ts'
import { bindListExportChanges } from './exports/list-changes.ts'
import { bindListExportFiles } from './exports/list-files.ts'
import { bindGetPageDifference } from './exports/page-difference.ts'
import { bindGetExportPreview } from './exports/preview.ts'
import { bindGetExportReport } from './exports/report.ts'
import { bindStartExport } from './exports/start.ts'
import { bindCreateHostedBundle } from './hosting/link-bundle.ts'
import { bindListHostedDomains } from './hosting/list-domains.ts'
import { bindListProjects } from './projects/list.ts'
import { bindListDomains } from './projects/list-domains.ts'
import { bindGetCurrentExport } from './publications/get-current.ts'
import { bindListPublications } from './publications/list.ts'
import { bindPinDomain, bindUnpinDomain } from './publications/pin.ts'
import { bindPublishExport } from './publications/publish.ts'
import { bindRollBack } from './publications/roll-back.ts'
import { renderError } from './render-error.ts'

/** Answers a browser that asked for a page which is not there. */
type ShowMissingPage = (c: ApiContext) => Promise<Response>

/** No middleware: a route with a single handler is called straight, and every answer leaves through the edge. */
export function createApp(deps: AppDeps, showMissingPage?: ShowMissingPage): App {
  const app: App = new Hono()
  const edge = createEdge(deps)
  bindGetExport(app, edge, deps)
  bindGetAgentJob(app, edge, deps)
  bindStartExport(app, edge, deps)
  bindListExports(app, edge, deps)
  bindCancelExport(app, edge, deps)
  bindCreateBundle(app, edge, deps)
  bindListExportFiles(app, edge, deps)
  bindGetExportFile(app, edge, deps)
  bindGetExportReport(app, edge, deps)
  bindGetExportPreview(app, edge, deps)
  bindListExportChanges(app, edge, deps)
  bindGetPageDifference(app, edge, deps)
  bindAgentRoutes(app, edge, deps)
  bindListProjects(app, edge, deps)
  bindListDomains(app, edge, deps)
  bindPublicationRoutes(app, edge, deps)
  bindListHostedDomains(app, edge, deps)
  bindCreateHostedBundle(app, edge, deps)
  bindOpenRoutes(app, edge, deps)
  bindNotFound(app, edge, showMissingPage)
  return app
}

function bindAgentRoutes(app: App, edge: Edge, deps: AppDeps): void {
  bindCreateAgentJob(app, edge, deps)
  bindListAgentJobs(app, edge, deps)
  bindMessageAgentJob(app, edge, deps)
  bindCancelAgentJob(app, edge, deps)
  bindArchiveAgentJob(app, edge, deps)
  bindUnarchiveAgentJob(app, edge, deps)
  bindListAgentEvents(app, edge, deps)
}

function bindPublicationRoutes(app: App, edge: Edge, deps: AppDeps): void {
  bindGetCurrentExport(app, edge, deps)
  bindListPublications(app, edge, deps)
  bindPublishExport(app, edge, deps)
  bindRollBack(app, edge, deps)
  bindPinDomain(app, edge, deps)
  bindUnpinDomain(app, edge, deps)
}

/** What needs no key. */
function bindOpenRoutes(app: App, edge: Edge, { health, publicUrl }: AppDeps): void {
  const description = JSON.stringify(describeApi(publicUrl.replace(/\/$/, '')))
  app.get('/openapi.json', (c) => edge.handle(c, 'getDescription', () => ({ status: 200, body: description })))
  app.get('/healthz', (c) => edge.handle(c, 'getHealth', () => stateReply(health.isLively())))
  app.get('/readyz', (c) => edge.handle(c, 'getReadiness', async () => stateReply(await health.isReady())))
}

function stateReply(ok: boolean) {
  if (ok) return { status: 200, body: '{"ok":true}' }
  throw new AppError('unavailable', 'This process cannot take requests right now.', { retryAfterSeconds: 5 })
}

function bindNotFound(app: App, edge: Edge, showMissingPage: ShowMissingPage | undefined): void {
  app.notFound((c) => {
    if (showMissingPage && wantsPage(c)) return showMissingPage(c)
    return edge.handle(c, 'none', ({ requestId }) => {
      const allow = allowedMethods(app, c.req.path)
      if (allow.length === 0)
        throw new AppError(
          'route_not_found',
          'The API has no such path. /openapi.json lists all, and /docs explains them.',
        )
      const error = new AppError('method_not_allowed', `This path allows ${allow.join(', ')}.`)
      const reply = renderError(error, requestId, c.req.header('accept'))
      return { ...reply, headers: { ...reply.headers, Allow: allow.join(', ') } }
    })
  })
}

/** A person with a browser; whatever is below a version of the API gets its JSON all the same. */
function wantsPage({ req }: ApiContext): boolean {
  return req.method === 'GET' && !/^\/v\d/.test(req.path) && (req.header('accept')?.includes('text/html') ?? false)
}

/** Which methods have a handler here; HEAD comes with GET. */
function allowedMethods(app: App, path: string): string[] {
  const found = ['GET', 'POST'].filter((method) => app.router.match(method, path)[0].length > 0)
  return found.includes('GET') ? ['HEAD', ...found] : found
}
