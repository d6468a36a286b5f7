import type { SiteFile } from '@bindery/site'

export const scriptPath = '_bindery/dev.js'

/** The script knows by its own address which version of the page it stands on. Exported pages never have it. */
export function addScript({ path, bytes }: SiteFile, version: string): SiteFile {
  const html = new TextDecoder().decode(bytes)
  const script = `<script src="/${scriptPath}?version=${version}" defer></script>`
  return { path, bytes: new TextEncoder().encode(html.replace('</head>', `${script}</head>`)) }
}
