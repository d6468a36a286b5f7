import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../client/testing/temporary-folder.ts'
import { startMirror } from '../../testing/run-host.ts'
import { fetchBundle } from './fetch-bundle.ts'

async function fetchTo(folder: string, url: string, options: Partial<Parameters<typeof fetchBundle>[1]> = {}) {
  const into = join(folder, 'archive')
  const signal = AbortSignal.timeout(30_000)
  const settings = { into, etag: undefined, allowHttp: true, maxBytes: 1000, timeoutSeconds: 60, signal }
  const fetched = await fetchBundle(url, { ...settings, ...options })
  return { fetched, text: await readFile(into, 'utf8').catch(() => '') }
}

test('a link that leads on is followed, and its query is told to nobody', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((request, response) => {
    if (request.url === '/a?key=secret') return response.writeHead(302, { location: '/b' }).end()
    return response.writeHead(request.url === '/b' ? 200 : 404, { etag: '"7"' }).end('bytes')
  })
  const { fetched, text } = await fetchTo(folder.path, `${mirror.url}/a?key=secret`)
  expect([fetched, text]).toEqual([{ etag: '"7"', mayBeCut: false }, 'bytes'])
  await expect(fetchTo(folder.path, `${mirror.url}/c?key=secret`)).rejects.toMatchObject({
    code: 'bundle_unreachable',
    message: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/c\?… answered 404/),
  })
})

test.each(['http://127.0.0.1:1/', 'file:///etc/passwd', 'ftp://example.com/', 'data:,x', 'http://'])(
  'what must be https is not led to %s',
  async (location) => {
    await using folder = await temporaryFolder()
    await using mirror = await startMirror((_, response) => response.writeHead(302, { location }).end())
    const fetching = fetchTo(folder.path, mirror.url, { allowHttp: false })
    await expect(fetching).rejects.toThrow(/leads to .*, which is not https/)
  },
)

test('what leads in circles is given up', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((_, response) => response.writeHead(301, { location: '/' }).end())
  await expect(fetchTo(folder.path, mirror.url)).rejects.toThrow('leads on more than 5 times')
  expect(mirror.asked).toHaveLength(6)
})

test('no more than the limit is written to the disk', async () => {
  await using folder = await temporaryFolder()
  let sent = 0
  await using mirror = await startMirror((_, response) => {
    const more = () => {
      if (response.destroyed) return
      sent += 1000
      response.write(Buffer.alloc(1000), () => setImmediate(more))
    }
    more()
  })
  const fetching = fetchTo(folder.path, mirror.url, { maxBytes: 100_000 })
  await expect(fetching).rejects.toMatchObject({ code: 'bundle_too_large' })
  expect((await readFile(join(folder.path, 'archive'))).length).toBeLessThanOrEqual(100_000)
  expect(sent).toBeGreaterThan(100_000)
})

test('an answer that is cut off is a failure, not a short archive', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((_, response) => {
    response.writeHead(200, { 'content-length': '500' })
    response.write('some', () => response.destroy())
  })
  await expect(fetchTo(folder.path, mirror.url)).rejects.toMatchObject({ code: 'bundle_unreachable' })
})

test('other bytes than were asked for are a failure', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((_, response) => response.end('other bytes'))
  const fetching = fetchTo(folder.path, mirror.url, { sha256: '0'.repeat(64) })
  await expect(fetching).rejects.toThrow(`but ${'0'.repeat(64)} was asked for`)
})
