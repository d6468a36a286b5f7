import { S3Client } from '@aws-sdk/client-s3'
import { readServices } from '../../deploy/local/read-services.ts'

/** The bucket of the local services, past the product. */
export function openBucket(): { client: S3Client; bucket: string } {
  const services = readServices()
  const client = new S3Client({
    endpoint: services.BINDERY_S3_ENDPOINT ?? '',
    region: services.BINDERY_S3_REGION ?? '',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: services.BINDERY_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: services.BINDERY_S3_SECRET_ACCESS_KEY ?? '',
    },
  })
  return { client, bucket: services.BINDERY_S3_BUCKET ?? '' }
}
