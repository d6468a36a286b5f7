import { execFile } from 'node:child_process'
import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  compareFiles,
  extractBundle,
  keyIdOf,
  type SourceFile,
  unchecked,
  writeBundle,
  writeDelta,
  writePack,
} from '@bindery/bundle'
import { buildSite, createRenderPool } from '@bindery/site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPath } from './verify.ts'

const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const template = fileURLToPath(new URL('../../template', import.meta.url))
const [ours, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const keyId = keyIdOf(ours.publicKey)
const pool = createRenderPool({ processes: 1 })
let folder: string
let bundle: Buffer
let later: Buffer
let delta: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-verify-'))
  bundle = await writeSite('v1', ours.privateKey)
  await writeFile(join(folder, 'docs/index.mdx'), '---\ntitle: Home\n---\n\nOther words\n')
  later = await writeSite('v2', next.privateKey)
  delta = await buffer(writeDelta({ from: [bundle], to: [later] }).bytes)
  await writeFile(join(folder, 'site.tar.gz'), bundle)
  await writeFile(join(folder, 'delta.tar.gz'), delta)
  await writeFile(join(folder, 'ours.pem'), pemOf(ours.publicKey))
  await writeFile(join(folder, 'both.pem'), pemOf(ours.publicKey) + pemOf(next.publicKey))
})
afterAll(async () => {
  await pool[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('verify', () => {
  test('says in a line what a whole bundle is, and what is known of its signature', async () => {
    const facts =
      /^site\.tar\.gz is whole: \d+ files, [\d,]+ bytes, docs\.example\.com version v1, commit c0ffee, SHA-256 \w{64}\. /
    const unproven = await bindery('verify', 'site.tar.gz')
    expect(unproven).toMatchObject({ code: 0, stdout: expect.stringMatching(facts) })
    expect(unproven.stdout).toContain(`Its signature by key ${keyId} was not checked`)
    const checked = await bindery('verify', 'site.tar.gz', ...keys('both.pem'))
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Signed with the accepted key ${keyId}.`),
    })
    await writeFile(join(folder, 'plain.tar.gz'), await writeSite('v3'))
    expect((await bindery('verify', 'plain.tar.gz')).stdout).toContain('It is not signed.')
    const required = await bindery('verify', 'plain.tar.gz', ...keys('ours.pem'))
    expect(required).toMatchObject({ code: 1, stderr: expect.stringContaining('not signed') })
  })

  test('each of 200 flipped bits is refused with the name of the file or part that it lies in', async () => {
    const random = numbersFrom(20_261_115)
    const file = join(folder, 'flipped.tar.gz')
    for (let round = 0; round < 200; round++) {
      const bit = Math.floor(random() * bundle.length * 8)
      const flipped = Buffer.from(bundle)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      await writeFile(file, flipped)
      const refusal = await verifyPath(file, { publicKeys: [ours.publicKey], domain: 'docs.example.com' }).catch(
        (error: Error) => error,
      )
      expect(refusal, `bit ${bit}`).toMatchObject({ name: 'BundleError', entry: expect.any(String) })
      const { entry, message } = refusal as Error & { entry: string }
      expect(message).toContain(entry)
    }
  })

  test('a key is accepted only with the domain, and only for the site of that domain', async () => {
    const forgotten = await bindery('verify', 'site.tar.gz', '--public-key', 'ours.pem')
    expect(forgotten).toMatchObject({ code: 2, stderr: expect.stringContaining('--domain docs.example.com') })
    const other = await bindery('verify', 'site.tar.gz', '--public-key', 'ours.pem', '--domain', 'other.example.com')
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('for the domain "docs.example.com"') })
    const sha256 = hash('sha256', bundle)
    const right = await bindery('verify', 'site.tar.gz', '--domain', 'Docs.Example.com', '--sha256', sha256)
    expect(right).toMatchObject({ code: 0 })
    const wrong = await bindery('verify', 'site.tar.gz', '--sha256', hash('sha256', later))
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining(`has the SHA-256 ${sha256}`) })
  })

  test('judges an extracted folder too', async () => {
    await extractBundle([bundle], join(folder, 'judged'), unchecked)
    expect(await bindery('verify', 'judged', ...keys('ours.pem'))).toMatchObject({ code: 0 })
    await writeFile(join(folder, 'judged/index.md'), 'changed')
    const { code, stderr } = await bindery('verify', 'judged')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Refused: "index.md" does not have the bytes that the manifest names.\n',
    })
  })

  test('ends with 2 when there is nothing to judge by or to judge', async () => {
    for (const args of [
      ['gone.tar.gz'],
      ['site.tar.gz', ...keys('gone.pem')],
      ['site.tar.gz', ...keys('site.tar.gz')],
    ]) {
      expect(await bindery('verify', ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^\S+ (cannot be read|holds no)/),
      })
    }
  })
})

describe('apply', () => {
  test('turns the folder into the next bundle, byte by byte', async () => {
    await extractBundle([bundle], join(folder, 'site'), unchecked)
    await extractBundle([later], join(folder, 'whole'), unchecked)
    const { code, stdout } = await bindery('apply', 'site', 'delta.tar.gz', ...keys('ours.pem', 'both.pem'))
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^site is updated: .* version v2/),
    })
    expect(await treeOf(join(folder, 'site'))).toEqual(await treeOf(join(folder, 'whole')))
    const again = await bindery('apply', 'site', 'delta.tar.gz')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was applied here already') })
  })

  test('leaves the folder as it was when the delta is for another bundle, damaged, missing or not signed as asked', async () => {
    await extractBundle([bundle], join(folder, 'kept'), unchecked)
    await extractBundle([await writeSite('v0')], join(folder, 'other'), unchecked)
    await writeFile(join(folder, 'cut.tar.gz'), delta.subarray(0, -30))
    const before = await treeOf(join(folder, 'kept'))
    expect(await bindery('apply', 'other', 'delta.tar.gz')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is for the bundle with manifest'),
    })
    expect(await bindery('apply', 'kept', 'cut.tar.gz')).toMatchObject({ code: 1 })
    expect(await bindery('apply', 'kept', 'gone.tar.gz')).toMatchObject({ code: 2 })
    const foreign = await bindery('apply', 'kept', 'delta.tar.gz', ...keys('ours.pem'))
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('not accepted here') })
    const other = ['--public-key', 'both.pem', '--domain', 'other.example.com']
    expect(await bindery('apply', 'kept', 'delta.tar.gz', ...other)).toMatchObject({
      code: 1,
      stderr: 'Refused: The bundle is for the domain "docs.example.com", but "other.example.com" was expected.\n',
    })
    expect(await bindery('apply', 'kept', 'delta.tar.gz', '--sha256', '0'.repeat(64))).toMatchObject({ code: 1 })
    expect(await treeOf(join(folder, 'kept'))).toEqual(before)
  })

  test('says what is in the way when the disk refuses', async () => {
    // There is no room for the longer name of the folder beside it.
    const name = 'x'.repeat(250)
    await cp(join(folder, 'kept'), join(folder, name), { recursive: true })
    const { code, stderr } = await bindery('apply', name, 'delta.tar.gz')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('stays as it was') })
    expect(await treeOf(join(folder, name))).toEqual(await treeOf(join(folder, 'kept')))
  })
})

function keys(...files: string[]): string[] {
  return [...files.flatMap((file) => ['--public-key', file]), '--domain', 'docs.example.com']
}

function bindery(...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

/** The template, with what a test changed in it, as the service would bundle it. */
async function writeSite(version: string, signingKey?: KeyObject): Promise<Buffer> {
  const root = join(folder, 'docs')
  await cp(template, root, { recursive: true, force: false })
  const files: SourceFile[] = []
  await buildSite({ root, pool, write: async ({ path, bytes }) => void files.push({ path, bytes }) })
  const writing = writePack(files.sort(compareFiles))
  const bytes = await buffer(writing.bytes)
  async function* read(offset: number, length: number) {
    yield bytes.subarray(offset, offset + length)
  }
  const site = { domain: 'docs.example.com', version, commit: 'c0ffee', committedAt: null, renderer: 'test/1' }
  return buffer(writeBundle({ site, packs: [{ index: async () => writing.result(), read }], signingKey }).bytes)
}

async function treeOf(root: string): Promise<[string, string][]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.sort().map(async (path) => [path.slice(root.length), await readFile(path, 'hex')]))
}

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'spki', format: 'pem' }))
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
