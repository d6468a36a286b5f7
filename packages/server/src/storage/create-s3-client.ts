import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { S3Client } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { expectNoTransaction } from '../db/in-transaction.ts'

export interface S3Config {
  /** Where this process reaches the storage; the region's own address of AWS without it. */
  endpoint?: string | undefined
  /** Where the holder of a link reaches it, when that is another address. */
  publicEndpoint?: string | undefined
  region: string
  bucket: string
  /** Without them the usual chain of the environment is asked: variables, web identity, instance role. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** When these credentials end, if they are temporary ones. */
  credentialExpiration?: Date | undefined
  /** Most self-hosted servers have no DNS name for each bucket. */
  forcePathStyle?: boolean | undefined
  /** A file of certificates to trust besides the well-known ones. */
  caFile?: string | undefined
  /** Where HTTPS_PROXY and NO_PROXY are looked up. */
  proxyEnv?: NodeJS.ProcessEnv | undefined
  /** How long a connection may be silent: 30 s unless told. */
  socketTimeoutMs?: number | undefined
}

export function createS3Client(config: S3Config, endpoint: string | undefined): S3Client {
  const client = new S3Client({
    region: config.region,
    ...(endpoint && { endpoint }),
    ...staticCredentials(config),
    forcePathStyle: config.forcePathStyle ?? true,
    // radosgw 16 and others refuse the trailing checksums that the client sends by default; we keep digests of our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Exponential back-off with jitter: five attempts ride out some 5 s of 503 answers and resets.
    maxAttempts: 5,
    retryMode: 'standard',
    requestHandler: createRequestHandler(config),
  })
  // Every request, whoever makes it: the library's own uploads and lists too.
  const outsideTransactions = { step: 'initialize', name: 'outsideTransactions' } as const
  client.middlewareStack.add(
    (next) => (request) => {
      expectNoTransaction('The object storage was asked')
      return next(request)
    },
    outsideTransactions,
  )
  return client
}

function staticCredentials({ accessKeyId, secretAccessKey, credentialExpiration: expiration }: S3Config) {
  if (!accessKeyId || !secretAccessKey) return {}
  return { credentials: { accessKeyId, secretAccessKey, ...(expiration && { expiration }) } }
}

function createRequestHandler(config: S3Config): NodeHttpHandler {
  const agent = {
    keepAlive: true,
    maxSockets: 50,
    ...(config.proxyEnv && { proxyEnv: config.proxyEnv }),
  }
  const ca = config.caFile && [...tls.getCACertificates('default'), readFileSync(config.caFile, 'utf8')]
  return new NodeHttpHandler({
    connectionTimeout: 5_000,
    socketTimeout: config.socketTimeoutMs ?? 30_000,
    httpAgent: new http.Agent(agent),
    httpsAgent: new https.Agent({ ...agent, ...(ca && { ca }) }),
  })
}
