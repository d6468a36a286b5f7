/** Schemes that a link may have. `cursor` and `vscode` open an editor, as install buttons in real pages do. */
const linkSchemes = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'cursor', 'vscode', 'vscode-insiders'])
const loadSchemes = new Set(['http', 'https'])
/** An SVG inside `<img>` runs no script and loads nothing, so it is an image like the others. */
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|x-icon)[;,]/i
const scheme = /^([a-z][a-z0-9+.-]*):/i
/** Browsers drop these before they look for a scheme: `java\nscript:` is `javascript:` to them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters that a browser ignores
const ignoredByBrowsers = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff\ufffd]/g

export type UrlUse = 'link' | 'image' | 'media' | 'frame'

/** The URL when it is safe for this use, else undefined. Relative URLs and fragments are always safe. */
export function sanitizeUrl(url: string, use: UrlUse): string | undefined {
  const trimmed = url.trim()
  const found = scheme.exec(trimmed.replace(ignoredByBrowsers, ''))
  if (!found) return trimmed
  const name = (found[1] ?? '').toLowerCase()
  if (use === 'image' && name === 'data') return dataImage.test(trimmed) ? trimmed : undefined
  const allowed = use === 'link' ? linkSchemes : loadSchemes
  return allowed.has(name) ? trimmed : undefined
}
