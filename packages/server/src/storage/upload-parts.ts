import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { copySource } from './copy-source.ts'
import { cutParts, type Part } from './cut-parts.ts'
import { digestBytes } from './digest-bytes.ts'
import type { ObjectDigest, StoredBytes, WriteOptions } from './object-store.ts'
import { type Place, putBytes } from './put-bytes.ts'
import { signWithDigest } from './sign-with-digest.ts'
import { StorageError, toStorageError } from './storage-error.ts'
import { measure } from './verify-body.ts'

/** In flight at once. */
const queueSize = 2

interface PartsOptions extends WriteOptions {
  sha256?: string
}

/**
 * Uploads a body whose length nobody knows yet. What of it the bucket has already is copied inside the bucket, and sent where
 * the storage copies nothing. An error of the body itself is thrown as it is.
 */
export async function uploadParts(
  client: S3Client,
  at: Place,
  body: AsyncIterable<Uint8Array | StoredBytes>,
  options: PartsOptions,
): Promise<ObjectDigest> {
  const measured = measure()
  let bodyError: unknown
  async function* measuredBody() {
    try {
      for await (const piece of body) {
        measured.add(piece instanceof Uint8Array ? piece : piece.bytes)
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

async function sendAll(client: S3Client, at: Place, cut: AsyncGenerator<Part>, options: PartsOptions): Promise<void> {
  const ahead = [(await cut.next()).value, (await cut.next()).value].filter((part) => part !== undefined)
  const [first] = ahead
  if (ahead.length < 2 && !first?.stored) {
    await putBytes(client, at, first?.bytes ?? new Uint8Array(), options)
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

async function* inTurn(ahead: readonly Part[], others: AsyncGenerator<Part>): AsyncGenerator<Part> {
  yield* ahead
  yield* others
}

/** Begins no part while as many as may be are in flight. */
async function sendParts(
  parts: AsyncIterable<Part>,
  sent: Promise<CompletedPart>[],
  send: (part: Part, number: number) => Promise<CompletedPart>,
): Promise<void> {
  const inFlight = new Set<Promise<unknown>>()
  for await (const part of parts) {
    while (inFlight.size >= queueSize) await Promise.race(inFlight)
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
  { bytes, stored }: Part,
  abortSignal: AbortSignal,
): Promise<CompletedPart> {
  const { PartNumber } = to
  if (stored) {
    const copied = await copyPart(client, to, { ...stored, length: bytes.length }, abortSignal)
    if (copied) return { PartNumber, ETag: copied }
  }
  const command = new UploadPartCommand({ ...to, Body: bytes })
  signWithDigest(command, await digestBytes(bytes))
  const { ETag } = await client.send(command, { abortSignal })
  return { PartNumber, ETag }
}

/** Undefined where it is gone, or the storage copies no parts. */
async function copyPart(
  client: S3Client,
  to: PartPlace,
  { key, offset, length }: { key: string; offset: number; length: number },
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  const CopySource = copySource({ Bucket: to.Bucket, Key: key })
  const CopySourceRange = `bytes=${offset}-${offset + length - 1}`
  try {
    const command = new UploadPartCopyCommand({ ...to, CopySource, CopySourceRange })
    return (await client.send(command, { abortSignal })).CopyPartResult?.ETag
  } catch (error) {
    if (abortSignal.aborted) throw error
    return undefined
  }
}

async function checkLength(client: S3Client, at: Place, sent: ObjectDigest): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand(at))
  if (ContentLength === sent.bytes) return
  throw new StorageError('corrupt', `The object ${at.Key} holds ${ContentLength} bytes, but ${sent.bytes} were sent.`)
}
