import { hash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closing, quickFaults, silentFaults, startByteServer } from '../../../host/testing/faulty-servers.ts'
import { bindery, jobId, jobs, playExport } from '../../testing/play-service.ts'
import { createApi } from './ask-api.ts'
import { downloadBundle } from './download-bundle.ts'

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

test.concurrent.each(Object.entries({ ...quickFaults, ...silentFaults }))(
  'a bucket that %s is given up with a reason, and leaves no file',
  async (name, { behave, reason }) => {
    await using bucket = await startByteServer(behave, bytes)
    await using service = await playDownload(bucket.url)
    const silent = name === 'stalls in the body' ? { idleMs: 1000 } : { headersMs: 1000 }
    const file = join(service.folder, 'bundle.tar.gz')
    const downloading = downloadBundle({ ...link, bundleUrl: bucket.url }, file, name in silentFaults ? silent : {})
    await expect(downloading).rejects.toThrow(reason)
    expect(await readdir(service.folder)).toEqual([])
  },
)

test('a redirect is followed', async () => {
  await using bucket = await startByteServer(closing, bytes)
  await using service = await playExport({ 'GET /bucket': [{ status: 302, headers: { location: bucket.url } }] })
  const file = join(service.folder, 'bundle.tar.gz')
  await downloadBundle({ ...link, bundleUrl: `${service.url}/bucket` }, file)
  expect((await readFile(file)).equals(bytes)).toBe(true)
})

const answer = JSON.stringify({ jobs: [] })
const answers = (socket: { end(text: string): void }) =>
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\nConnection: close\r\n\r\n${answer}`)

test.concurrent.each(Object.entries({ ...quickFaults, ...silentFaults }))(
  'a service that %s is asked again, and the reason is told',
  async (name, fault) => {
    await using service = await startByteServer(fault.behave, bytes)
    const lines: string[] = []
    const say = (line: string) => {
      lines.push(line)
      service.state.behave = answers
    }
    const answerMs = name in silentFaults ? 2000 : 60_000
    const api = createApi({ url: `${service.url}/`, key: 'bnd_key', say, answerMs })
    expect((await api.ask({ path: 'v1/static-export/jobs' })).body).toEqual({ jobs: [] })
    expect(lines).toEqual([expect.stringMatching(/cannot be reached: .* Asking again in 1 s\.$/)])
    if (name in quickFaults) expect(lines[0]).toMatch(fault.reason)
  },
)
