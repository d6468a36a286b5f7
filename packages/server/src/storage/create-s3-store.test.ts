import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findStorage, openTestStore } from '../../testing/storage/open-test-store.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../testing/storage/start-faulty-proxy.ts'
import { createS3Client } from './create-s3-client.ts'
import { createS3Store } from './create-s3-store.ts'

const { store, prefix, close } = openTestStore()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-store-'))
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('what is put is got back, with its size and digest', async () => {
  const digest = await store.putBytes(`${prefix}a`, Buffer.from('hello'))
  expect(digest).toEqual({
    bytes: 5,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  })
  expect((await store.getBytes(`${prefix}a`)).toString()).toBe('hello')
  expect(await store.head(`${prefix}a`)).toEqual(digest)
})

test('a missing object has no head, and reading it says so', async () => {
  expect(await store.head(`${prefix}none`)).toBeUndefined()
  await expect(store.getBytes(`${prefix}none`)).rejects.toMatchObject({ code: 'missing' })
})

test('a body of 20 MB whose length nobody knows goes up in parts and comes back whole', async () => {
  const block = randomBytes(1024 * 1024)
  async function* body() {
    // Parts begin in the middle of a piece.
    yield block.subarray(0, 1000)
    for (let n = 0; n < 20; n++) yield block
  }
  const digest = await store.putStream(`${prefix}parts`, body())
  expect(digest.bytes).toBe(20 * 1024 * 1024 + 1000)
  const whole = await buffer(await store.getStream(`${prefix}parts`, { expected: digest }))
  expect(whole.length).toBe(digest.bytes)
  const other = { ...digest, sha256: '0'.repeat(64) }
  // Its length alone: 20 MB in the message of a failed assertion are more than the process has memory for.
  const length = store
    .getStream(`${prefix}parts`, { expected: other })
    .then(async (body) => (await buffer(body)).length)
  await expect(length).rejects.toMatchObject({ code: 'corrupt' })
})

test('a body that breaks off while it is sent leaves no object, and its own error is thrown', async () => {
  async function* body() {
    yield randomBytes(9 * 1024 * 1024)
    throw new TypeError('the source broke')
  }
  await expect(store.putStream(`${prefix}broken`, body())).rejects.toThrow(TypeError)
  expect(await store.head(`${prefix}broken`)).toBeUndefined()
})

test('an upload that is aborted on its way leaves neither an object nor parts of one', async () => {
  const key = `${prefix}aborted`
  const stop = new AbortController()
  async function* body() {
    for (let part = 0; part < 4; part++) {
      if (part === 3) stop.abort(new Error('enough'))
      yield Buffer.alloc(8 * 1024 * 1024, part)
    }
  }
  await expect(store.putStream(key, body(), { signal: stop.signal })).rejects.toThrow()
  const { bucket: Bucket, ...config } = findStorage()
  const client = createS3Client({ bucket: Bucket, ...config }, config.endpoint)
  await vi.waitFor(async () => {
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }))
    expect(Uploads ?? []).toEqual([])
  }, 60_000)
  client.destroy()
  expect(await store.head(key)).toBeUndefined()
})

test.each([0, 1_000, 9 * 1024 * 1024, 17 * 1024 * 1024])('a file of %i bytes goes up and comes down', async (size) => {
  const bytes = randomBytes(size)
  await writeFile(join(folder, 'up'), bytes)
  const digest = await store.putFile(`${prefix}file`, join(folder, 'up'))
  expect(await store.head(`${prefix}file`)).toEqual(digest)
  await store.getFile(`${prefix}file`, join(folder, 'down'))
  expect((await readFile(join(folder, 'down'))).equals(bytes)).toBe(true)
})

test('deleting a prefix takes all below it and nothing beside it', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${prefix}tree/${index}`)
  await Promise.all(names.map((name) => store.putBytes(name, Buffer.from('x'))))
  await store.putBytes(`${prefix}treehouse`, Buffer.from('x'))
  expect(await store.deletePrefix(`${prefix}tree/`)).toBe(30)
  const left: string[] = []
  for await (const key of store.list(`${prefix}tree`)) left.push(key)
  expect(left).toEqual([`${prefix}treehouse`])
})

describe('over a line that breaks', () => {
  let line: FaultyProxy
  let faulty: ReturnType<typeof createS3Store>

  beforeAll(async () => {
    const config = findStorage()
    line = await startFaultyProxy(config.endpoint ?? '')
    faulty = createS3Store({ ...config, endpoint: line.endpoint, socketTimeoutMs: 1_000 })
    await store.putBytes(`${prefix}line`, Buffer.from('all of it'))
  })
  afterAll(async () => {
    faulty.close()
    await line.close()
  })

  test.each<Fault>(['unavailable', 'reset', 'cut', 'flipped', 'stalled'])(
    'a body is read whole after %s answers',
    async (fault) => {
      line.faults = [fault, fault]
      expect((await faulty.getBytes(`${prefix}line`)).toString()).toBe('all of it')
      expect(line.faults).toEqual([])
    },
    20_000,
  )

  test('a stream that is cut ends with an error and not with its end', async () => {
    line.faults = ['cut']
    await expect(faulty.getStream(`${prefix}line`).then(buffer)).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('a download that never succeeds leaves no file', async () => {
    line.faults = Array(5).fill('flipped')
    const path = join(folder, 'never')
    await expect(faulty.getFile(`${prefix}line`, path)).rejects.toMatchObject({ code: 'corrupt' })
    expect(existsSync(path)).toBe(false)
  })

  test('an object is written once the line is well again', async () => {
    line.faults = ['unavailable', 'reset']
    await faulty.putBytes(`${prefix}written`, Buffer.from('there'))
    expect((await store.getBytes(`${prefix}written`)).toString()).toBe('there')
  })
})

describe('a presigned link', () => {
  test('opens the object without a key, under the name it is given', async () => {
    await store.putBytes(`${prefix}linked`, Buffer.from('linked'))
    const link = await store.presignGet(`${prefix}linked`, { expiresInSeconds: 60, filename: 'docs.tar.gz' })
    const answer = await fetch(link.url)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('linked')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="docs.tar.gz"')
  })

  test('dies at the second it says', async () => {
    await store.putBytes(`${prefix}short`, Buffer.from('short'))
    const { url, expiresAt } = await store.presignGet(`${prefix}short`, { expiresInSeconds: 2, filename: 'a' })
    expect((await fetch(url)).status).toBe(200)
    let status = 200
    while (status === 200) status = (await fetch(url)).status
    expect(status).toBe(403)
    expect(Math.abs(Date.now() - expiresAt.getTime())).toBeLessThan(2_000)
  })

  test('holds nothing that Helm or a shell would split', async () => {
    const { url } = await store.presignGet(`${prefix}a,{b}\\c`, { expiresInSeconds: 60, filename: 'a,{b}.tar.gz' })
    expect(url).not.toMatch(/[,{}\\\s]/)
  })

  test('names the address that its holder can reach', async () => {
    const outside = createS3Store({ ...findStorage(), publicEndpoint: 'https://files.example.com' })
    const { url } = await outside.presignGet('a', { expiresInSeconds: 60, filename: 'a' })
    expect(url).toMatch(/^https:\/\/files\.example\.com\/bindery\/a\?/)
    outside.close()
  })

  test('never outlives the credential that signed it', async () => {
    const expiration = new Date(Date.now() + 90_000)
    const temporary = createS3Store({ ...findStorage(), credentialExpiration: expiration })
    const { expiresAt } = await temporary.presignGet('a', { expiresInSeconds: 3_600, filename: 'a' })
    expect(expiresAt.getTime()).toBeLessThanOrEqual(expiration.getTime())
    temporary.close()
  })
})

describe('the check of the bucket', () => {
  test('passes for one that is there', async () => {
    await expect(store.checkBucket()).resolves.toBeUndefined()
  })

  test.each([
    ['a bucket that is not there', { bucket: 'bindery-none' }, /does not exist.*Create it/],
    ['a wrong secret', { secretAccessKey: 'wrong' }, /refuses access.*Check the access key/],
    ['an address where nobody listens', { endpoint: 'http://127.0.0.1:9' }, /does not answer.*Check its address/],
  ])(
    'gives advice for %s',
    async (_, change, advice) => {
      const wrong = createS3Store({ ...findStorage(), ...change })
      await expect(wrong.checkBucket()).rejects.toThrow(advice)
      wrong.close()
    },
    20_000,
  )
})

test('uploads that nobody goes on with are ended, and only those that are meant', async () => {
  const config = findStorage()
  const client = createS3Client(config, config.endpoint)
  const Bucket = config.bucket
  for (const name of ['gone/a', 'gone/b', 'stays/a']) {
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `${prefix}uploads/${name}` }))
  }
  const list = async () => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}uploads/` }))
    return Uploads.map(({ Key = '' }) => Key.slice(prefix.length + 'uploads/'.length))
  }
  expect(await list()).toHaveLength(3)
  const isGone = (key: string) => key.includes('/gone/')
  expect(await store.abortUploads(`${prefix}uploads/`, isGone)).toBe(2)
  expect(await list()).toEqual(['stays/a'])
  expect(await store.abortUploads(`${prefix}uploads/`, () => true)).toBe(1)
  expect(await store.abortUploads(`${prefix}uploads/`, () => true)).toBe(0)
  client.destroy()
})
