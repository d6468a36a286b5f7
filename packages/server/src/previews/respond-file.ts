import { isKnown, isStill, type PackedFile, readRange } from '@bindery/bundle'
import type { SiteReader } from '../core/previews/read-site.ts'
import type { ApiContext } from '../http/client-address.ts'
import type { RenderedResponse } from '../http/pipeline.ts'
import { fileHeaders, fontHeaders, type PreviewOrigin } from './preview-headers.ts'

export interface ShownFile {
  bundleKey: string
  file: PackedFile
  status: 200 | 404
  origin: PreviewOrigin
  secondsLeft: number
}

/** The file, the part of it that was asked for, or that the reader has it already. */
export function respondFile(c: ApiContext, reader: Pick<SiteReader, 'read'>, shown: ShownFile): RenderedResponse {
  const { file, status, origin, secondsLeft } = shown
  const headers = {
    ...fileHeaders(origin, file, secondsLeft),
    ...fontHeaders(origin, file.type, c.req.header('sec-fetch-dest')),
  }
  if (status === 200 && isKnown(c.req.header('if-none-match'), file)) return { status: 304, body: null, headers }
  const { size } = file
  const range =
    status === 200 && isStill(c.req.header('if-range'), file) && readRange(c.req.header('range') ?? '', size)
  if (range === 'outside')
    return { status: 416, body: null, headers: { ...headers, 'Content-Range': `bytes */${size}` } }
  const isPart = range !== false && range !== 'whole'
  const { start, end } = isPart ? range : { start: 0, end: size - 1 }
  const length = { 'Content-Length': String(end - start + 1) }
  const part = isPart ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}
  return {
    status: isPart ? 206 : status,
    body: c.req.method === 'HEAD' ? null : ReadableStream.from(cut(reader.read(shown.bundleKey, file), start, end)),
    headers: { ...headers, ...length, ...part },
  }
}

/** From one byte to another, which is part of it. */
async function* cut(chunks: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at > end + 1) return
  }
}
