import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closing, quickFaults, silentFaults, startByteServer } from '../testing/faulty-servers.ts'
import { type Seen, startServer } from '../testing/start-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { DownloadError, downloadFile } from './download-file.ts'

const content = randomBytes(3_000_000)
const sha256 = createHash('sha256').update(content).digest('hex')
const sizeBytes = content.length

async function makeFolder() {
  const folder = await temporaryFolder()
  return { ...folder, folder: folder.path, file: join(folder.path, 'bundle.tar.gz') }
}

function rangeOf({ headers }: Seen): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
}

test('a download that is cut three times ends with the right digest', async () => {
  await using place = await makeFolder()
  await using server = await startServer((seen, response, count) => {
    const from = rangeOf(seen)
    const rest = content.subarray(from)
    const range = { 'content-range': `bytes ${from}-${sizeBytes - 1}/${sizeBytes}` }
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...(from > 0 && range) })
    if (count > 3) return response.end(rest)
    response.write(rest.subarray(0, 600_000), () => response.destroy())
  })
  const progress: number[] = []
  await downloadFile({ url: server.url, sha256, sizeBytes }, place.file, {
    onProgress: (bytes) => progress.push(bytes),
  })
  expect((await readFile(place.file)).equals(content)).toBe(true)
  expect(server.seen).toHaveLength(4)
  expect(server.seen.slice(1).every((seen) => rangeOf(seen) > 0)).toBe(true)
  expect(progress.at(-1)).toBe(sizeBytes)
  expect(await readdir(place.folder)).toEqual(['bundle.tar.gz'])
})

test('a server that knows no ranges begins anew', async () => {
  await using place = await makeFolder()
  await using server = await startServer((_, response, count) => {
    response.writeHead(200, { 'content-length': sizeBytes })
    if (count > 1) return response.end(content)
    response.write(content.subarray(0, 600_000), () => response.destroy())
  })
  await downloadFile({ url: server.url, sha256, sizeBytes }, place.file)
  expect((await readFile(place.file)).equals(content)).toBe(true)
})

test('a link that has expired is renewed', async () => {
  await using place = await makeFolder()
  await using server = await startServer(({ path }, response) => {
    if (path === '/expired') return response.writeHead(403).end()
    response.writeHead(200).end(content)
  })
  const renew = async () => ({ url: `${server.url}/fresh`, sha256, sizeBytes })
  await downloadFile({ url: `${server.url}/expired`, sha256, sizeBytes }, place.file, { renew })
  expect((await readFile(place.file)).equals(content)).toBe(true)
  const without = downloadFile({ url: `${server.url}/expired`, sha256, sizeBytes }, place.file)
  await expect(without).rejects.toThrow('the link responded with 403')
})

test.each([
  ['other bytes', Buffer.alloc(sizeBytes, 'x'), /came with SHA-256 [0-9a-f]{64}, not/],
  ['more bytes', Buffer.concat([content, content]), /longer than the 3000000 bytes promised/],
])('%s are refused, and nothing of them stays', async (_, sent, reason) => {
  await using place = await makeFolder()
  await using server = await startServer((_seen, response) => response.end(sent))
  const download = downloadFile({ url: server.url, sha256, sizeBytes }, place.file)
  await expect(download).rejects.toThrow(DownloadError)
  await expect(download).rejects.toThrow(reason)
  expect(await readdir(place.folder)).toEqual([])
})

test('one that never goes on is given up after so many attempts', async () => {
  await using place = await makeFolder()
  await using server = await startServer((_, response) => response.destroy())
  const download = downloadFile({ url: server.url, sha256, sizeBytes }, place.file, { maxAttempts: 3 })
  await expect(download).rejects.toThrow('The file cannot be downloaded')
  expect(server.seen).toHaveLength(3)
})

test.concurrent.each(Object.entries({ ...quickFaults, ...silentFaults }))(
  'a server that %s is given up with a reason, and leaves no file',
  async (name, { behave, reason }) => {
    await using place = await makeFolder()
    await using server = await startByteServer(behave, content)
    const brief = name === 'stalls in the body' ? { idleMs: 1000 } : { headersMs: 1000 }
    const timeouts = name in silentFaults ? brief : {}
    const download = downloadFile({ url: server.url, sha256, sizeBytes }, place.file, { maxAttempts: 1, timeouts })
    await expect(download).rejects.toThrow(reason)
    expect(await readdir(place.folder)).toEqual([])
  },
)

test('a redirect is followed', async () => {
  await using place = await makeFolder()
  await using server = await startByteServer(closing, content)
  await using first = await startServer((_, response) => response.writeHead(302, { location: server.url }).end())
  await downloadFile({ url: first.url, sha256, sizeBytes }, place.file)
  expect((await readFile(place.file)).equals(content)).toBe(true)
})
