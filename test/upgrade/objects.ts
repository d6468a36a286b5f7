import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { mapAtOnce } from '../support/map-at-once.ts'
import { openBucket } from '../support/open-bucket.ts'

/** The objects of these organizations, in a folder. */
export async function saveObjects(organizations: readonly string[], folder: string): Promise<void> {
  const { client, bucket } = openBucket()
  for (const organization of organizations) {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: `org/${organization}/` },
    )) {
      await mapAtOnce(Contents, 8, async ({ Key = '' }) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
        const file = join(folder, Key)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, (await Body?.transformToByteArray()) ?? new Uint8Array())
      })
    }
  }
}

/** Puts the files of such a folder back where they were. */
export async function loadObjects(folder: string): Promise<void> {
  const { client, bucket } = openBucket()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  await mapAtOnce(files, 8, async (file) => {
    const Key = file.slice(folder.length + 1)
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: await readFile(file) }))
  })
}
