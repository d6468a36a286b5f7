import { contentPolicyOf, describeFile, type FileFacts, tagOf } from '@bindery/bundle'

/**
 * `own`: the preview has an origin of its own. `shared`: it lies below a path of the API's address, where only the sandbox
 * parts it from the dashboard and from other previews.
 */
export type PreviewOrigin = 'own' | 'shared'

/** Of every response, whatever it says. The address is a secret, so no page that a reader goes on to learns it. */
export function commonHeaders(origin: PreviewOrigin, type: string): Record<string, string> {
  const policy = contentPolicyOf(type)
  const headers = { 'Content-Type': type, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'same-origin' }
  // A second policy, not a further directive: a file whose own policy has a stricter sandbox keeps it.
  if (origin === 'shared') return { ...headers, 'Content-Security-Policy': `${policy}, sandbox allow-scripts` }
  return {
    ...headers,
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // No script gives up its origin to meet that of another preview.
    'Origin-Agent-Cluster': '?1',
  }
}

/** Never kept by a cache that others use, nor for longer than the address lives. */
export function fileHeaders(origin: PreviewOrigin, file: FileFacts, secondsLeft: number): Record<string, string> {
  return {
    ...commonHeaders(origin, file.type),
    ETag: tagOf(file),
    'Cache-Control': describeFile(file).isHashed ? `private, max-age=${secondsLeft}, immutable` : 'private, no-cache',
    'Accept-Ranges': 'bytes',
  }
}

/**
 * A sandboxed page has no origin, so its own fonts are another's to it. Only what a browser loads as a font is let through:
 * no script can say that of its request, nor read what came.
 */
export function fontHeaders(origin: PreviewOrigin, type: string, destination: string | undefined) {
  if (origin === 'own' || !type.startsWith('font/')) return {}
  const allowed = destination === 'font' ? { 'Access-Control-Allow-Origin': '*' } : {}
  return { Vary: 'Sec-Fetch-Dest', ...allowed }
}
