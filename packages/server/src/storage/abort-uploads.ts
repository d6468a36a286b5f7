import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'

/**
 * Ends uploads in parts that a killed worker had begun. A storage that lists none, or does not let us, is left to its
 * own lifecycle rule.
 */
export async function abortUploads(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: { bucket: string; prefix: string },
  isMeant: (key: string) => boolean,
): Promise<number> {
  let aborted = 0
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...after })).catch(asNone)
    for (const { Key, UploadId } of page?.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || !Key.startsWith(Prefix) || !isMeant(Key)) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(asNone)
      aborted += 1
    }
  } while (page?.IsTruncated)
  return aborted
}

/** Refused, not known here, or gone in the meantime. */
function asNone(error: unknown): undefined {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
  if ([403, 404, 405, 501].includes(status)) return undefined
  throw error
}
