import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { openBucket } from '../../support/open-bucket.ts'
import { createFinder } from '../canaries/create-finder.ts'
import { listLivingFiles, readLivingFile } from '../list-living-files.ts'
import type { World } from '../prepare-world.ts'
import type { Words } from './words.ts'

/** What stays of everything that was done: who, when, and the ids. */
const AUDIT = 'public.audit'

/** Lists what is left of these words, as `place: what`, in each table, in the bucket, and in the folders of the workers. */
export async function findRemains(world: World, words: Words, folders: readonly string[]): Promise<string[]> {
  const find = createFinder(words)
  const disks = folders.map((folder, n) => [diskName(n), readFolder(folder)] as const)
  const places = { ...(await dumpTables(world)), bucket: await listBucket(), ...Object.fromEntries(disks) }
  return Object.entries(places).flatMap(([place, bytes]) => [...find(bytes)].map((what) => `${place}: ${what}`))
}

async function dumpTables({ database }: World): Promise<Record<string, Buffer>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const dumped: Record<string, Buffer> = {}
  for (const { name } of tables.filter((table) => table.name !== AUDIT)) {
    const { rows } = await database.query<{ text: string }>(`select row::text as text from ${name} as row`)
    dumped[name] = Buffer.from(rows.map(({ text }) => text).join('\n'))
  }
  return dumped
}

/** The names of all objects, whoever owns them, and of uploads that no list of objects shows. */
async function listBucket(): Promise<Buffer> {
  const { client, bucket: Bucket } = openBucket()
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    keys.push(...Contents.map(({ Key = '' }) => Key))
  }
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  client.destroy()
  return Buffer.from([...keys, ...Uploads.map(({ Key = '' }) => Key)].join('\n'))
}

export const diskName = (worker: number) => `disk of worker ${worker}`

/** All files, with their paths. */
function readFolder(folder: string): Buffer {
  const contents = listLivingFiles(folder).flatMap(({ path, isFile }) => [
    Buffer.from(`${path}\n`),
    isFile ? readLivingFile(path) : Buffer.of(),
  ])
  return Buffer.concat(contents)
}
