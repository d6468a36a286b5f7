import { AppError } from '../core/app-error.ts'
import type { ApiContext } from './client-address.ts'

/** The whole body, or a refusal before more than `limitBytes` of it are held. */
export async function readBytes(c: ApiContext, limitBytes: number): Promise<Uint8Array> {
  const announced = c.req.header('content-length')
  if (announced !== undefined) {
    if (Number(announced) > limitBytes) throw tooLarge(limitBytes)
    return new Uint8Array(await c.req.raw.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.length
    if (length > limitBytes) throw tooLarge(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(limitBytes: number): AppError {
  return new AppError('body_too_large', `The body is larger than the ${limitBytes} bytes allowed.`)
}
