import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { PresignedLink } from './object-store.ts'

interface PresignRequest {
  bucket: string
  key: string
  expiresInSeconds: number
  filename: string
}

/** A link is dead with the credential that signed it, so it never claims to live longer. */
export async function presignGet(client: S3Client, request: PresignRequest): Promise<PresignedLink> {
  const { expiration } = await client.config.credentials()
  // A signature holds whole seconds.
  const signedAt = Math.floor(Date.now() / 1000)
  const credentialSeconds = expiration ? Math.floor(expiration.getTime() / 1000) - signedAt : Number.POSITIVE_INFINITY
  const expiresIn = Math.max(1, Math.min(request.expiresInSeconds, credentialSeconds))
  const url = await getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket: request.bucket,
      Key: request.key,
      ResponseContentDisposition: `attachment; filename="${request.filename}"`,
    }),
    { expiresIn, signingDate: new Date(signedAt * 1000) },
  )
  return { url: escapeForShells(url), expiresAt: new Date((signedAt + expiresIn) * 1000) }
}

/** Helm's `--set` splits a value at commas and braces and eats backslashes; percent-encoded they pass untouched. */
function escapeForShells(url: string): string {
  return url.replace(/[,{}\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
