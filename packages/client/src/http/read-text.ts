import type { HttpResponse } from './send-request.ts'

/** The body as text; `undefined` if it has more bytes than that. */
export async function readText({ body }: HttpResponse, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
