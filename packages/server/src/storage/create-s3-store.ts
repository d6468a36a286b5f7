import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { abortUploads } from './abort-uploads.ts'
import { createS3Client, type S3Config } from './create-s3-client.ts'
import { digestBytes } from './digest-bytes.ts'
import type { ByteRange, ObjectDigest, ObjectStore, ReadOptions } from './object-store.ts'
import { presignGet } from './presign-get.ts'
import { type Place, putBytes } from './put-bytes.ts'
import { retryRead } from './retry-read.ts'
import { StorageError, toStorageError } from './storage-error.ts'
import { uploadParts } from './upload-parts.ts'
import { checkDigest, type ExpectedDigest, measure, verifyBody } from './verify-body.ts'

// Packs of files that pages share have up to so many bytes. In parts 14 MB took twice as long, and 200 ms of the processor
// instead of 50: they are read and measured by small chunks, and need three requests more.
const mostAtOnce = 16 * 1024 ** 2

export function createS3Store(config: S3Config): ObjectStore {
  const client = createS3Client(config, config.endpoint)
  const signer = createS3Client(config, config.publicEndpoint ?? config.endpoint)
  const at = (key: string) => ({ Bucket: config.bucket, Key: key })

  async function ask(key: string, { signal, expected }: ReadOptions & { expected?: ObjectDigest } = {}) {
    const answer = await client.send(new GetObjectCommand(at(key)), signal ? { abortSignal: signal } : {})
    const stored: ExpectedDigest = {
      bytes: expected?.bytes ?? answer.ContentLength,
      sha256: expected?.sha256 ?? answer.Metadata?.sha256,
    }
    return { body: answer.Body as Readable, stored }
  }

  async function openBody(key: string, options?: ReadOptions & { expected?: ObjectDigest }) {
    const { body, stored } = await ask(key, options)
    return verifyBody(key, body, stored)
  }

  async function readWhole(key: string, options?: ReadOptions & { expected?: ObjectDigest }): Promise<Buffer> {
    const { body, stored } = await ask(key, options)
    const bytes = await joinBody(body)
    checkDigest(key, await digestBytes(bytes), stored)
    return bytes
  }

  /** Each public function answers in StorageErrors alone. */
  async function guard<T>(action: string, key: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      throw toStorageError(error, action, key)
    }
  }

  return {
    putBytes: (key, bytes, options = {}) => guard('write', key, () => putBytes(client, at(key), bytes, options)),

    async putFile(key, path, options = {}) {
      // In one request, which the storage checks by its digest: parts would need a look at the length of what is there.
      if ((await stat(path)).size <= mostAtOnce) {
        const bytes = await readFile(path)
        return guard('write', key, () => putBytes(client, at(key), bytes, options))
      }
      const digest = await measureFile(path)
      await guard('write', key, () =>
        uploadParts(client, at(key), createReadStream(path), { ...options, sha256: digest.sha256 }),
      )
      return digest
    },

    putStream: (key, body, options = {}) => uploadParts(client, at(key), body, options),

    getBytes: (key, options) => retryRead(() => guard('read', key, () => readWhole(key, options)), options?.signal),

    getRange: (key, range, options) =>
      retryRead(() => guard('read', key, () => readRange(client, at(key), range, options?.signal)), options?.signal),

    getFile: (key, path, options) =>
      retryRead(() => guard('read', key, async () => writeWhole(path, await openBody(key, options))), options?.signal),

    getStream: (key, options) => guard('read', key, async () => Readable.from(await openBody(key, options))),

    head: (key) => guard('look up', key, () => head(client, at(key))),

    async *list(prefix, options) {
      for await (const keys of listPages(client, config.bucket, prefix, options)) yield* keys
    },

    deleteKeys: (keys, options) =>
      guard('delete', keys[0] ?? '', () => deleteKeys(client, config.bucket, keys, options)),

    deletePrefix: (prefix) => guard('delete', prefix, () => deletePrefix(client, config.bucket, prefix)),

    abortUploads: (prefix, isMeant) =>
      guard('end uploads to', prefix, () => abortUploads(client, { bucket: config.bucket, prefix }, isMeant)),

    presignGet: (key, options) =>
      guard('sign a link for', key, () => presignGet(signer, { bucket: config.bucket, key, ...options })),

    checkBucket: () => checkBucket(client, config),

    close() {
      client.destroy()
      signer.destroy()
    },
  }
}

async function readRange(client: S3Client, at: Place, { offset, length }: ByteRange, signal: AbortSignal | undefined) {
  const Range = `bytes=${offset}-${offset + length - 1}`
  const answer = await client.send(new GetObjectCommand({ ...at, Range }), signal ? { abortSignal: signal } : {})
  const bytes = await joinBody(answer.Body as Readable)
  if (bytes.length === length) return bytes
  throw new StorageError('corrupt', `Of ${at.Key} came ${bytes.length} bytes, but ${length} were asked for.`)
}

/** Node's own `buffer` goes by a Blob and copies twice. */
async function joinBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

async function measureFile(path: string): Promise<ObjectDigest> {
  const measured = measure()
  for await (const chunk of createReadStream(path)) measured.add(chunk)
  return measured.digest()
}

async function writeWhole(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  // Opened first: a body that fails at once would be removed before its file is there, and leave it behind.
  const file = await open(path, 'w')
  try {
    await pipeline(body, file.createWriteStream())
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function head(client: S3Client, at: Place) {
  try {
    const { ContentLength, Metadata } = await client.send(new HeadObjectCommand(at))
    return { bytes: ContentLength ?? 0, sha256: Metadata?.sha256 }
  } catch (error) {
    const failure = toStorageError(error, 'look up', at.Key)
    if (failure.code === 'missing') return undefined
    throw failure
  }
}

async function deletePrefix(client: S3Client, bucket: string, prefix: string): Promise<number> {
  let deleted = 0
  for await (const keys of listPages(client, bucket, prefix)) {
    await deleteKeys(client, bucket, keys)
    deleted += keys.length
  }
  return deleted
}

async function deleteKeys(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
  { signal }: ReadOptions = {},
): Promise<void> {
  if (keys.length === 0) return
  const Objects = keys.map((Key) => ({ Key }))
  const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } })
  const { Errors } = await client.send(command, signal ? { abortSignal: signal } : {})
  if (Errors?.[0]) throw new Error(`${Errors.length} objects were kept, the first for: ${Errors[0].Message}`)
}

/** Up to 1,000 keys at a time, which is also what one request may delete. */
async function* listPages(
  client: S3Client,
  bucket: string,
  prefix: string,
  { signal }: ReadOptions = {},
): AsyncGenerator<string[]> {
  const asked = { Bucket: bucket, Prefix: prefix }
  try {
    for await (const page of paginateListObjectsV2({ client }, asked, signal ? { abortSignal: signal } : {})) {
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    }
  } catch (error) {
    throw toStorageError(error, 'list', prefix)
  }
}

async function checkBucket(client: S3Client, config: S3Config): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket }))
  } catch (cause) {
    const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    throw new StorageError('unavailable', adviceFor(status, config), { cause })
  }
}

function adviceFor(status: number | undefined, { bucket, endpoint = 'AWS' }: S3Config): string {
  if (status === 404) return `The bucket ${bucket} does not exist at ${endpoint}. Create it, or name another one.`
  if (status === 403)
    return `The storage at ${endpoint} refuses access to bucket ${bucket}. Check the access key and its rights.`
  if (status === 301)
    return `The bucket ${bucket} is in another region. Set the region of the storage to the bucket's own.`
  return `The storage at ${endpoint} does not answer. Check its address, the proxy and the CA file.`
}
