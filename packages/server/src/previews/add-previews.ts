import { Hono } from 'hono'
import type { App } from '../api/bind-route.ts'
import { previewPath } from '../core/previews/preview-settings.ts'
import { createPreviewHandler, type PreviewDeps } from './handle-preview.ts'
import { readPreviewHost, readPreviewPath } from './read-preview-address.ts'

/**
 * With a name of their own, requests to hosts below it are for previews and for nothing else; without one, a path of the
 * API's address is. Gives what answers all requests.
 */
export function addPreviews(app: App, deps: PreviewDeps): Pick<App, 'fetch'> {
  const handle = createPreviewHandler(deps)
  const { domain } = deps.previews
  if (domain === undefined) {
    app.all(`${previewPath}/*`, (c) => handle(c, readPreviewPath(c.env.incoming.url ?? '')))
    return app
  }
  const previewHosts: App = new Hono()
  previewHosts.all('*', (c) => handle(c, readPreviewHost(c.env.incoming.headers.host, domain) ?? nowhere))
  return {
    fetch(request, bindings, context) {
      const { host } = (bindings as PreviewBindings).incoming.headers
      const isPreview = readPreviewHost(host, domain) !== undefined
      return (isPreview ? previewHosts : app).fetch(request, bindings, context)
    },
  }
}

type PreviewBindings = Parameters<App['fetch']>[1] & { incoming: { headers: { host?: string } } }

const nowhere = { token: '', basePath: '' }
