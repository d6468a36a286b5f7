import { Readable } from 'node:stream'
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { ObjectDigest, WriteOptions } from './object-store.ts'
import { StorageError, toStorageError } from './storage-error.ts'
import { measure } from './verify-body.ts'

/** 10,000 parts of 8 MiB are 78 GiB; two in flight hold at most some 24 MiB of memory. */
const partSize = 8 * 1024 * 1024
const queueSize = 2

interface PartsOptions extends WriteOptions {
  sha256?: string
}

/** Uploads a body whose length nobody knows yet. An error of the body itself is thrown as it is. */
export async function uploadParts(
  client: S3Client,
  at: { Bucket: string; Key: string },
  body: AsyncIterable<Uint8Array>,
  options: PartsOptions,
): Promise<ObjectDigest> {
  const measured = measure()
  let bodyError: unknown
  async function* measuredBody() {
    try {
      for await (const chunk of body) {
        measured.add(chunk)
        yield chunk
      }
    } catch (error) {
      bodyError = error
      throw error
    }
  }
  const upload = new Upload({
    client,
    partSize,
    queueSize,
    params: {
      ...at,
      Body: Readable.from(measuredBody(), { objectMode: false }),
      ...(options.contentType && { ContentType: options.contentType }),
      ...(options.sha256 && { Metadata: { sha256: options.sha256 } }),
    },
  })
  const abort = () => void upload.abort()
  options.signal?.addEventListener('abort', abort, { once: true })
  try {
    options.signal?.throwIfAborted()
    await upload.done()
    const digest = measured.digest()
    await checkLength(client, at, digest)
    return digest
  } catch (error) {
    throw bodyError ?? toStorageError(error, 'write', at.Key)
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

async function checkLength(client: S3Client, at: { Bucket: string; Key: string }, sent: ObjectDigest): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand(at))
  if (ContentLength === sent.bytes) return
  throw new StorageError('corrupt', `The object ${at.Key} holds ${ContentLength} bytes, but ${sent.bytes} were sent.`)
}
