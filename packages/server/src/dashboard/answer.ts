/** What a page or an action comes to. */
export type Answer =
  | { kind: 'page'; status: number; html: string; retryAfterSeconds?: number | undefined }
  | { kind: 'redirect'; to: string; notice?: string; cookies?: string[] }
  | { kind: 'file'; type: string; body: string | Uint8Array | ReadableStream; name?: string }

/** After a form: the browser gets the page anew, and a reload does nothing twice. */
export function redirect(to: string, notice?: string, cookies?: string[]): Answer {
  return { kind: 'redirect', to, ...(notice !== undefined && { notice }), ...(cookies && { cookies }) }
}
