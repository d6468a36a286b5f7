import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { createOrganization } from '../../../deploy/local/create-organization.ts'
import type { Service } from '../../../deploy/local/start-service.ts'

const run = promisify(execFile)
const script = resolve(import.meta.dirname, '../../../packages/host/testing/write-sites.ts')

export interface PlantedSites {
  domains: string[]
  /** The key of their organization. */
  apiKey: string
  /** Of a host that serves them all. */
  hostKey: string
  /** Another export of the domain, which is not current yet. */
  nextOf(domain: string): string
}

interface Export {
  id: string
  domain: string
  version: string
  bytes: Buffer
}

/** Domains with a current export each, and some with a second one: in the real bucket and tables, as a worker leaves them. */
export async function plantSites(service: Service, work: string, count: number, swaps: number): Promise<PlantedSites> {
  const organization = await createOrganization(service.admin, 'Sites')
  const { id: project } = await service.admin<{ id: string }>([
    ...['project', 'create', '--organization', organization, '--name', 'Sites'],
    ...['--repository', `${service.env.BINDERY_GIT_URL}/public/sites.git`],
  ])
  const { key: apiKey } = await service.admin<{ key: string }>([
    ...['key', 'create', '--organization', organization, '--name', 'bench'],
  ])
  const { key: hostKey } = await service.admin<{ key: string }>(['host-key', 'create', '--name', 'bench'])
  const first = await makeExports(work, 'a', count)
  const second = await makeExports(work, 'b', swaps)
  await upload(service.env, [...first, ...second])
  await insert(service.env.DATABASE_URL ?? '', { organization, project, first, second })
  const next = new Map(second.map(({ domain, id }) => [domain, id]))
  const nextOf = (domain: string) => next.get(domain) ?? ''
  return { domains: first.map(({ domain }) => domain), apiKey, hostKey, nextOf }
}

async function makeExports(work: string, version: string, count: number): Promise<Export[]> {
  const folder = join(work, `bundles-${version}`)
  await mkdir(folder)
  await run(process.execPath, ['--conditions=bindery-source', script, folder, String(count), version])
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const domain = `site-${number}.example.com`
      const id = `se_${hash('sha256', `${work} ${version} ${domain}`).slice(0, 16)}`
      return { id, domain, version, bytes: await readFile(join(folder, `${domain}.tar.gz`)) }
    }),
  )
}

const keyOf = ({ id }: Export) => `bench-sites/${id}/bundle.tar.gz`

async function upload(env: Record<string, string>, exports: readonly Export[]): Promise<void> {
  const client = new S3Client({
    endpoint: env.BINDERY_S3_ENDPOINT ?? '',
    region: env.BINDERY_S3_REGION ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.BINDERY_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.BINDERY_S3_SECRET_ACCESS_KEY ?? '',
    },
  })
  const left = [...exports]
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      await client.send(new PutObjectCommand({ Bucket: env.BINDERY_S3_BUCKET, Key: keyOf(one), Body: one.bytes }))
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  client.destroy()
}

interface Rows {
  organization: string
  project: string
  first: readonly Export[]
  second: readonly Export[]
}

async function insert(databaseUrl: string, { organization, project, first, second }: Rows): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('insert into domain (name, organization_id, project_id) select unnest($3::text[]), $1, $2', [
      organization,
      project,
      first.map(({ domain }) => domain),
    ])
    for (const exports of [first, second]) {
      await client.query(
        `insert into export (id, organization_id, project_id, domain, status, progress, version, commit, bundle_key,
           bundle_sha256, bundle_bytes, ended_at)
         select id, $1, $2, domain, 'completed', 100, version, repeat('c', 40), key, sha256, bytes, now()
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
           as e (id, domain, version, key, sha256, bytes)`,
        [
          ...[organization, project, exports.map(({ id }) => id), exports.map(({ domain }) => domain)],
          ...[exports.map(({ version }) => version), exports.map(keyOf)],
          ...[exports.map(({ bytes }) => hash('sha256', bytes)), exports.map(({ bytes }) => bytes.length)],
        ],
      )
    }
    await client.query(
      `update domain set current_export = e.id, published_at = now() from unnest($1::text[], $2::text[]) as e (id, name)
       where domain.name = e.name`,
      [first.map(({ id }) => id), first.map(({ domain }) => domain)],
    )
  } finally {
    await client.end()
  }
}
