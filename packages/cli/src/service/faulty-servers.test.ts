import { hash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closing, quickFaults, startByteServer } from '../../../client/testing/faulty-servers.ts'
import { bindery, jobId, jobs, playExport } from '../../testing/play-service.ts'

const bytes = randomBytes(1_000_000)
const link = { jobId, sizeBytes: bytes.length, sha256: hash('sha256', bytes) }

async function playDownload(bundleUrl: string) {
  return playExport({ [`POST ${jobs}/${jobId}/bundle`]: [{ body: { ...link, bundleUrl } }] })
}

test('a bundle from a server that closes its connections is downloaded every time', async () => {
  await using bucket = await startByteServer(closing, bytes)
  await using service = await playDownload(bucket.url)
  for (let times = 0; times < 6; times++) {
    expect(await bindery(service, ['--job', jobId])).toMatchObject({ code: 0 })
    expect((await readFile(join(service.folder, 'bundle.tar.gz'))).equals(bytes)).toBe(true)
  }
})

test('a download that breaks ends with a sentence and no file, and the next one has it', async () => {
  await using bucket = await startByteServer(quickFaults['resets in the body']!.behave, bytes)
  await using service = await playDownload(bucket.url)
  const { code, stderr } = await bindery(service, ['--job', jobId])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/before the response was complete/) })
  expect(stderr).toContain(`Run it again: bindery export --job ${jobId}`)
  expect(stderr).not.toMatch(/^ +at /m)
  expect(await readdir(service.folder)).toEqual([])
  bucket.state.behave = closing
  expect(await bindery(service, ['--job', jobId])).toMatchObject({ code: 0 })
})
