import { previewPath } from '../core/previews/preview-settings.ts'

export interface PreviewAddress {
  token: string
  /** What stands before the site's own paths. */
  basePath: string
}

/** The first label of a host below the preview domain; undefined for any other host, such as the API's own. */
export function readPreviewHost(host: string | undefined, domain: string): PreviewAddress | undefined {
  const name = host?.toLowerCase().replace(/:\d*$/, '')
  return name?.endsWith(`.${domain}`) ? { token: name.slice(0, -domain.length - 1), basePath: '' } : undefined
}

/** The first part of the path behind `/preview/`. */
export function readPreviewPath(url: string): PreviewAddress {
  const token = url.slice(previewPath.length + 1).split(/[/?]/, 1)[0] ?? ''
  return { token, basePath: `${previewPath}/${token}` }
}
