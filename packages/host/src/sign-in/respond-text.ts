import type { HostResponse } from '../serve/handle-request.ts'
import { renderTextHead } from '../serve/render-head.ts'

/** A response of the sign-in itself: kept by nobody. */
export function respondText(
  status: number,
  body: string,
  more: Record<string, string> = {},
  cookies: readonly string[] = [],
): HostResponse {
  const head = renderTextHead({ 'Cache-Control': 'private, no-store', ...more }, {})
  const lines = cookies.flatMap((cookie) => ['Set-Cookie', cookie])
  return { status, headers: [...head, ...lines, 'Content-Length', String(Buffer.byteLength(body))], body }
}
