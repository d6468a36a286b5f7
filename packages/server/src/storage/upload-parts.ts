import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { digestBytes } from './digest-bytes.ts'
import type { ObjectDigest, WriteOptions } from './object-store.ts'
import { type Place, putBytes } from './put-bytes.ts'
import { signWithDigest } from './sign-with-digest.ts'
import { StorageError, toStorageError } from './storage-error.ts'
import { measure } from './verify-body.ts'

/** 10,000 parts, the maximum of an upload, are 78 GiB. */
const partSize = 8 * 1024 * 1024
const maxInFlight = 2

interface PartsOptions extends WriteOptions {
  sha256?: string
}

/** Uploads a body of unknown length. An error of the body itself is thrown as it is. */
export async function uploadParts(
  client: S3Client,
  at: Place,
  body: AsyncIterable<Uint8Array>,
  options: PartsOptions,
): Promise<ObjectDigest> {
  const measured = measure()
  let bodyError: unknown
  async function* measuredBody() {
    try {
      for await (const piece of body) {
        measured.add(piece)
        yield piece
      }
    } catch (error) {
      bodyError = error
      throw error
    }
  }
  const { signal } = options
  signal?.throwIfAborted()
  // Ended by the signal while it waits for the body; one piece is read ahead.
  const pieces = Readable.from(measuredBody(), { highWaterMark: 1, ...(signal && { signal }) })
  try {
    await sendAll(client, at, cutParts(pieces), options)
    const digest = measured.digest()
    await checkLength(client, at, digest)
    return digest
  } catch (error) {
    throw bodyError ?? toStorageError(error, 'write', at.Key)
  } finally {
    // Where nothing could be sent the body is still open.
    pieces.destroy()
  }
}

async function sendAll(
  client: S3Client,
  at: Place,
  cut: AsyncGenerator<Uint8Array>,
  options: PartsOptions,
): Promise<void> {
  const ahead = [(await cut.next()).value, (await cut.next()).value].filter((part) => part !== undefined)
  if (ahead.length < 2) {
    await putBytes(client, at, ahead[0] ?? new Uint8Array(), options)
    return
  }
  const { contentType: ContentType, sha256, signal } = options
  const kind = { ...(ContentType && { ContentType }), ...(sha256 && { Metadata: { sha256 } }) }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...at, ...kind }),
    signal ? { abortSignal: signal } : {},
  )
  const upload = { ...at, UploadId }
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const sent: Promise<CompletedPart>[] = []
  try {
    await sendParts(inTurn(ahead, cut), sent, (part, PartNumber) =>
      sendPart(client, { ...upload, PartNumber }, part, either),
    )
    const MultipartUpload = { Parts: await Promise.all(sent) }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }), { abortSignal: either })
  } catch (error) {
    stop.abort(error)
    // A part that comes after the end of its upload would stay.
    await Promise.allSettled(sent)
    // Else it is ended with those that nobody goes on with.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function* inTurn(ahead: readonly Uint8Array[], others: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* ahead
  yield* others
}

/** Begins no part while as many as may be are in flight. */
async function sendParts(
  parts: AsyncIterable<Uint8Array>,
  sent: Promise<CompletedPart>[],
  send: (part: Uint8Array, number: number) => Promise<CompletedPart>,
): Promise<void> {
  const inFlight = new Set<Promise<unknown>>()
  for await (const part of parts) {
    while (inFlight.size >= maxInFlight) await Promise.race(inFlight)
    const sending = send(part, sent.length + 1)
    sent.push(sending)
    inFlight.add(sending)
    const done = () => void inFlight.delete(sending)
    sending.then(done, done)
  }
}

interface PartPlace extends Place {
  UploadId: string | undefined
  PartNumber: number
}

async function sendPart(
  client: S3Client,
  to: PartPlace,
  bytes: Uint8Array,
  abortSignal: AbortSignal,
): Promise<CompletedPart> {
  const command = new UploadPartCommand({ ...to, Body: bytes })
  signWithDigest(command, await digestBytes(bytes))
  const { ETag } = await client.send(command, { abortSignal })
  return { PartNumber: to.PartNumber, ETag }
}

async function checkLength(client: S3Client, at: Place, sent: ObjectDigest): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand(at))
  if (ContentLength === sent.bytes) return
  throw new StorageError('corrupt', `The object ${at.Key} holds ${ContentLength} bytes, but ${sent.bytes} were sent.`)
}

async function* cutParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (let bytes of body) {
    while (length + bytes.length >= partSize) {
      const rest = partSize - length
      yield Buffer.concat([...waiting, bytes.subarray(0, rest)], partSize)
      bytes = bytes.subarray(rest)
      waiting = []
      length = 0
    }
    if (bytes.length === 0) continue
    waiting.push(bytes)
    length += bytes.length
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
