/** How exports are shown before they are live. */
export interface PreviewSettings {
  key: Buffer
  /** Each export has a subdomain of this name; without one, all are below a path of the API's own address. */
  domain: string | undefined
  lifetimeSeconds: number
  publicUrl: string
}

/** Where previews are without a name of their own. */
export const previewPath = '/preview'

/** The address of a preview's first page. Scheme and port are those of the installation. */
export function addressOf({ domain, publicUrl }: Omit<PreviewSettings, 'key'>, token: string): string {
  const { protocol, port } = new URL(publicUrl)
  if (domain === undefined) return `${publicUrl.replace(/\/$/, '')}${previewPath}/${token}/`
  return `${protocol}//${token}.${domain}${port === '' ? '' : `:${port}`}/`
}
