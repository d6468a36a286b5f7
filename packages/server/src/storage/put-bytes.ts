import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { digestBytes } from './digest-bytes.ts'
import type { ObjectDigest, WriteOptions } from './object-store.ts'
import { signWithDigest } from './sign-with-digest.ts'

/** Where an object lies. */
export interface Place {
  Bucket: string
  Key: string
}

/** Puts an object with one request. */
export async function putBytes(
  client: S3Client,
  at: Place,
  bytes: Uint8Array,
  { contentType: ContentType, signal }: WriteOptions,
): Promise<ObjectDigest> {
  const digest = await digestBytes(bytes)
  const Metadata = { sha256: digest.sha256 }
  const command = new PutObjectCommand({ ...at, Body: bytes, Metadata, ...(ContentType && { ContentType }) })
  signWithDigest(command, digest)
  await client.send(command, signal ? { abortSignal: signal } : {})
  return digest
}
