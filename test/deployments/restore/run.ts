import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { startService } from '../../../deploy/local/start-service.ts'
import { readBlocks } from '../../first-change/read-blocks.ts'
import { runShell } from '../../quickstart/run-shell.ts'
import { makeTenant } from '../../support/make-tenant.ts'
import { openBucket } from '../../support/open-bucket.ts'
import { commitSite, createAsk, type Link, waitUntilCompleted } from '../chain/open-world.ts'

const guide = readFileSync(
  fileURLToPath(new URL('../../../docs/self-host/backup-and-restore.mdx', import.meta.url)),
  'utf8',
)
const domain = 'docs.example.com'
const { client } = openBucket()

/** Follows docs/self-host/backup-and-restore: dump, lose the database and the bucket, restore, compare. */
export async function run(): Promise<{ summary: Record<string, unknown>; failed: number }> {
  const id = randomBytes(4).toString('hex')
  const [bucket, database] = [`bindery-restore-${id}`, `bindery_restore_${id}`]
  const folder = mkdtempSync(join(tmpdir(), 'bindery-restore-'))
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  try {
    const service = await startService({ database, env: { BINDERY_S3_BUCKET: bucket } })
    const shellEnv = toShellEnv(service.env)
    const { key, first } = await exportOnce(service, id).finally(() => service.stop())
    const before = await countAll(service.env.DATABASE_URL ?? '', bucket)

    await runShell(readBlock('Back up'), folder, shellEnv)
    await loseBoth(service.env.DATABASE_URL ?? '', bucket)
    const restored = await startService({
      database,
      env: { BINDERY_S3_BUCKET: bucket },
      async restore(databaseUrl) {
        await runShell(readBlock('Restore'), folder, shellEnv)
        assert.deepEqual(await countAll(databaseUrl, bucket), before)
        await runShell(readBlock('End restored access'), folder, shellEnv)
      },
    })
    try {
      const ask = createAsk(`${restored.url}/v1/static-export/jobs`, key)
      const again = await ask<Link>(`/${first.jobId}/bundle`, {})
      assert.equal(again.sha256, first.sha256)
      const { jobId } = await ask<{ jobId: string }>('', { domain })
      await waitUntilCompleted(() => ask(`/${jobId}`))
      return { summary: { ...before, sameBundle: true, exportsAgain: true }, failed: 0 }
    } finally {
      await restored.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
    await emptyBucket(bucket)
    await client.send(new DeleteBucketCommand({ Bucket: bucket }))
  }
}

function readBlock(title: 'Back up' | 'Restore' | 'End restored access'): string {
  const block = readBlocks(guide, title).find(({ path }) => path === title)
  assert.ok(block, `The page has no block “${title}”.`)
  return `set -e\n${block.text}`
}

async function exportOnce(service: Awaited<ReturnType<typeof startService>>, id: string) {
  const { url } = await commitSite(`public/restore-${id}`, 'v1')
  const { key } = await makeTenant(service, { domain, repository: url })
  const ask = createAsk(`${service.url}/v1/static-export/jobs`, key)
  const { jobId } = await ask<{ jobId: string }>('', { domain })
  await waitUntilCompleted(() => ask(`/${jobId}`))
  const { sha256 } = await ask<Link>(`/${jobId}/bundle`, {})
  return { key, first: { jobId, sha256 } }
}

function toShellEnv(env: Record<string, string>): Record<string, string> {
  return {
    ...env,
    AWS_ENDPOINT_URL: env.BINDERY_S3_ENDPOINT ?? '',
    AWS_DEFAULT_REGION: env.BINDERY_S3_REGION ?? '',
    AWS_ACCESS_KEY_ID: env.BINDERY_S3_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: env.BINDERY_S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** The rows of every table of ours and of the engine, and the objects with their sizes. */
async function countAll(databaseUrl: string, bucket: string) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows: tables } = await db.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    )
    let rowCount = 0
    for (const { name } of tables) {
      rowCount += Number((await db.query(`select count(*) from ${name}`)).rows[0].count)
    }
    const objects = await listObjects(bucket)
    const bytes = objects.reduce((sum, { Size }) => sum + (Size ?? 0), 0)
    return { tables: tables.length, rows: rowCount, objects: objects.length, bytes }
  } finally {
    await db.end()
  }
}

async function listObjects(bucket: string) {
  const objects = []
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) objects.push(...(page.Contents ?? []))
  return objects
}

async function loseBoth(databaseUrl: string, bucket: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const db = new pg.Client({ connectionString: url.href })
  await db.connect()
  await db.query(`drop database "${name}" with (force)`)
  await db.end()
  await emptyBucket(bucket)
}

async function emptyBucket(bucket: string): Promise<void> {
  for (const { Key } of await listObjects(bucket))
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key }] } }))
}
