import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** What git asks its host for. */
export interface HostRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** Whether refs are asked for, or anything else that is short by right. */
  isList: boolean
  body: Buffer | Readable | undefined
}

const pathForm = /^(?:\/info\/refs\?service=git-(?:upload|receive)-pack|\/git-(upload|receive)-pack)$/
const passedHeaders = ['accept', 'content-type', 'git-protocol', 'user-agent']

// Wants and haves of a few commits; git itself posts a megabyte at once.
const askedBytes = 4 * 1024 ** 2
const lsRefs = '0014command=ls-refs\n'

const decompress = promisify(gunzip)

/** Undefined for what git would not ask. */
export async function readRequest(incoming: IncomingMessage, prefix: string): Promise<HostRequest | undefined> {
  const { method = '', url = '', headers } = incoming
  const path = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  const [isKnown, verb] = pathForm.exec(path) ?? []
  if (!isKnown || method !== (verb ? 'POST' : 'GET')) return undefined
  const passed = Object.fromEntries(passedHeaders.map((name) => [name, String(headers[name] ?? '')] as const))
  // Nothing compressed comes back: a few bytes could unfold to any number of them.
  const request = { method, path, headers: { ...dropEmpty(passed), 'accept-encoding': 'identity' } }
  if (!verb) return { ...request, isList: true, body: undefined }
  if (verb === 'receive')
    return { ...request, headers: { ...request.headers, ...bodyHeaders(incoming) }, isList: true, body: incoming }
  const body = await readAsked(incoming)
  return { ...request, isList: body.subarray(0, lsRefs.length).toString('latin1') === lsRefs, body }
}

async function readAsked(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > askedBytes) throw new Error('git asks for more than it can')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return incoming.headers['content-encoding'] === 'gzip' ? decompress(body, { maxOutputLength: askedBytes }) : body
}

function bodyHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { 'content-length': length = '', 'content-encoding': encoding = '' } = headers
  return dropEmpty({ 'content-length': length, 'content-encoding': encoding })
}

function dropEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}
