import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  PutBucketPolicyCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { freePort } from '../../../deploy/local/free-port.ts'
import { readServices } from '../../../deploy/local/read-services.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { ask } from './ask.ts'
import type { Mount, Server } from './server.ts'
import { startProcess } from './start-process.ts'

const websites = 'website.test'
const hashed = /^_bindery\/.*-[0-9a-f]{12}\.\w+$/
/**
 * A second gateway to the store of `npm run services`, with the website mode that the first one lacks. Each mount is a
 * bucket, filled as the guide does it.
 */
export async function startS3(mounts: Mount[], work: string): Promise<Server> {
  const services = readServices()
  const port = await freePort()
  await mkdir(work, { recursive: true })
  const gateway = await startProcess(renderCommand(services, port, work), [port])
  const client = createClient(services, port)
  const run = `servers-${process.pid}-`
  const bucketOf = ({ site, base }: Mount) => `${run}${site}${base.replace('/', '-')}`
  for (const mount of mounts) await publish(client, mount, bucketOf(mount))
  return {
    name: 's3',
    // Types are what the publisher's tool takes them for; the website mode sends no headers of ours.
    unsaid: ['type', 'sniffing'],
    ask: (mount, address) => ask(port, `${mount.base}${address}`, `${bucketOf(mount)}.${websites}`),
    async [Symbol.asyncDispose]() {
      for (const mount of mounts) await removeBucket(client, bucketOf(mount))
      await gateway[Symbol.asyncDispose]()
    },
  }
}

/** The store is in memory, and stays when we are gone. */
async function removeBucket(client: S3Client, Bucket: string): Promise<void> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } }))
  }
  await client.send(new DeleteBucketCommand({ Bucket }))
}

function renderCommand(services: Record<string, string>, port: number, work: string): string[] {
  const settings = {
    rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
    rgw_enable_static_website: 'true',
    rgw_enable_apis: 's3,s3website',
    rgw_dns_s3website_name: websites,
    pid_file: join(work, 'pid'),
    log_file: join(work, 'log'),
    admin_socket: join(work, 'admin.sock'),
  }
  const store = join(dirname(services.BINDERY_GIT_ROOT ?? ''), 's3/ceph.conf')
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  return ['radosgw', '-f', '-c', store, '-n', 'client.rgw', ...flags]
}

function createClient(services: Record<string, string>, port: number): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: services.BINDERY_S3_REGION ?? '',
    credentials: {
      accessKeyId: services.BINDERY_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: services.BINDERY_S3_SECRET_ACCESS_KEY ?? '',
    },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
}

interface Settings {
  website: { ErrorDocument: { Key: string }; RoutingRules?: Rule[] }
  redirects: { key: string; location: string }[]
}

interface Rule {
  Condition: { KeyPrefixEquals: string }
  Redirect: { HostName?: string; ReplaceKeyPrefixWith?: string; ReplaceKeyWith?: string }
}

/** Without the right to list, an unknown address would be a forbidden one. */
async function publish(client: S3Client, { folder, base }: Mount, Bucket: string): Promise<void> {
  const settings: Settings = JSON.parse(await readFile(join(folder, '_bindery/hosting/s3.json'), 'utf8'))
  const prefix = base === '' ? '' : `${base.slice(1)}/`
  await client.send(new CreateBucketCommand({ Bucket }))
  const Resource = [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`]
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject', 's3:ListBucket'], Resource }]
  await client.send(
    new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }),
  )
  await client.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration: moveBelow(settings.website, prefix) }))
  await putFiles(client, folder, Bucket, prefix)
  const leading = base === '' ? settings.redirects : [...settings.redirects, { key: '', location: '/' }]
  await mapAtOnce(leading, 16, ({ key, location }) => {
    const to = location.startsWith('/') ? `${base}${location}` : location
    const Key = `${prefix}${key}`.replace(/\/$/, '')
    return client.send(new PutObjectCommand({ Bucket, Key, WebsiteRedirectLocation: to, ContentLength: 0 }))
  })
}

/** Keys in a bucket begin at its root, whatever path the site stands below. */
function moveBelow(website: Settings['website'], prefix: string) {
  const RoutingRules = website.RoutingRules?.map(({ Condition, Redirect }) => {
    const keys = Object.entries(Redirect).map(([name, value]) => {
      return [name, name.startsWith('ReplaceKey') && !Redirect.HostName ? `${prefix}${value}` : value]
    })
    return {
      Condition: { KeyPrefixEquals: `${prefix}${Condition.KeyPrefixEquals}` },
      Redirect: Object.fromEntries(keys),
    }
  })
  const ErrorDocument = { Key: `${prefix}${website.ErrorDocument.Key}` }
  return { ...website, ErrorDocument, ...(RoutingRules && { RoutingRules }) }
}

/** Each file, and each page once more under its address without the extension. */
async function putFiles(client: S3Client, folder: string, Bucket: string, prefix: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  await mapAtOnce(files, 16, async (path) => {
    const ContentType = path.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/octet-stream'
    const CacheControl = hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
    const Body = await readFile(join(folder, path))
    const isPage = path.endsWith('.html') && !/(?:^|\/)index\.html$/.test(path)
    for (const key of isPage ? [path, path.replace(/\.html$/, '')] : [path]) {
      await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}${key}`, Body, ContentType, CacheControl }))
    }
  })
}
