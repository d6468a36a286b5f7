import { execFile } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compareFiles, extractBundle, unchecked, writeDelta } from '@bindery/bundle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf, facts, text } from '../../../bundle/testing/small-site.ts'
import { gatherCommand } from '../commands/air-gap-command.ts'
import { checkParcel } from './check-parcel.ts'
import { readImages } from './read-images.ts'

const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const digest = `sha256:${'a1'.repeat(32)}`
let folder: string
let bundle: Buffer
/** Of the sums of `parcel`, as gather told it. */
let sha256: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-air-gap-'))
  bundle = await makeBundle('v1', { 'index.html': 'one', 'same.txt': 'the same' })
  const later = await makeBundle('v2', { 'index.html': 'two', 'same.txt': 'the same' })
  await writeFile(at('v1.tar.gz'), bundle)
  await writeFile(at('v2.tar.gz'), later)
  await writeFile(at('delta.tar.gz'), await buffer(writeDelta({ from: [bundle], to: [later] }).bytes))
  await writeFile(at('ours.pem'), pemOf(ours.publicKey))
  await writeFile(at('theirs.pem'), pemOf(theirs.publicKey))
  await mkdir(at('chart/templates'), { recursive: true })
  await writeFile(at('chart/Chart.yaml'), 'name: bindery\n')
  await writeFile(at('chart/templates/host.yaml'), 'kind: Deployment\n')
  await writeFile(at('host.tar'), 'an image')
  await writeFile(at('room-values.yaml'), 'host: {}\n')
  await symlink(at('room-values.yaml'), at('values.yaml'))
  await writeFile(at('list.txt'), `# what the chart starts\nregistry.example.com/bindery:1.4\n`)
  const parts = ['--chart', 'chart', '--images', 'list.txt', '--image-archive', 'host.tar', '--file', 'values.yaml']
  const pinned = ['--image-digest', `registry.example.com/bindery:1.4=${digest}`]
  const { code, stdout, stderr } = await bindery(...gather('parcel', '--bundle', 'v1.tar.gz'), ...parts, ...pinned)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  sha256 = /SHA-256 of its sums: (\w{64})\n$/.exec(stdout)?.[1] ?? ''
})
afterAll(() => rm(folder, { recursive: true }))

describe('gather', () => {
  test('puts everything that must cross into one folder, which sha256sum can check without Bindery', async () => {
    const files = (await readdir(at('parcel'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    expect(files.map(({ parentPath, name }) => join(parentPath, name).slice(at('parcel/').length)).sort()).toEqual([
      'README.txt',
      'SHA256SUMS',
      'bindery.pem',
      'bundle.tar.gz',
      'chart/chart/Chart.yaml',
      'chart/chart/templates/host.yaml',
      'files/values.yaml',
      'images.txt',
      'images/host.tar',
    ])
    expect(await readFile(at('parcel/images.txt'), 'utf8')).toBe(`registry.example.com/bindery:1.4@${digest}\n`)
    const sumCheck = promisify(execFile)('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at('parcel') })
    expect((await sumCheck).stdout.match(/: OK$/gm)).toHaveLength(8)
    const readme = await readFile(at('parcel/README.txt'), 'utf8')
    expect(readme).toContain('bundle.tar.gz: 2 files, 11 bytes, docs.example.com version v1')
    expect(readme).not.toContain('bindery apply')
  })

  test('fetches a bundle by its link, and does not tell the secret of the link when it has expired', async () => {
    await using server = await serve((path) => (path === '/v1.tar.gz' ? bundle : undefined))
    const fetched = await bindery(...gather('fetched', '--bundle', `${server.url}/v1.tar.gz?X-Amz-Signature=secret`))
    expect(fetched).toMatchObject({ code: 0 })
    expect(await readFile(at('fetched/bundle.tar.gz'))).toEqual(bundle)
    const { code, stderr } = await bindery(
      ...gather('expired', '--bundle', `${server.url}/gone?X-Amz-Signature=secret`),
    )
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/answered 403.*ask for a new one/),
    })
    expect(stderr).not.toContain('secret')
  })

  test('leaves nothing behind when the bundle is damaged, signed by somebody else, or the delta is for another', async () => {
    await writeFile(at('cut.tar.gz'), bundle.subarray(0, -40))
    await writeFile(at('v0.tar.gz'), await makeBundle('v0', { 'index.html': 'none' }))
    const before = await readdir(folder)
    const attempts: [fault: string, ...args: string[]][] = [
      ['it was cut off', '--bundle', at('cut.tar.gz')],
      ['not accepted here', '--bundle', at('v1.tar.gz'), '--public-key', at('theirs.pem'), '--domain', facts.domain],
      [
        'for the domain "docs.example.com"',
        '--bundle',
        at('v1.tar.gz'),
        '--public-key',
        at('ours.pem'),
        '--domain',
        'other.example.com',
      ],
      ['--public-key needs --domain', '--bundle', at('v1.tar.gz'), '--public-key', at('ours.pem')],
      ['is for the bundle with manifest', '--delta', at('delta.tar.gz'), '--since', at('v0.tar.gz')],
      ['belong together', '--delta', at('delta.tar.gz')],
      ['nothing to gather'],
      ['folder above it', '--output', at('no/such/parcel'), '--bundle', at('v1.tar.gz')],
      ['cannot be copied', '--bundle', at('v1.tar.gz'), '--chart', at('nowhere')],
      ['name of another', '--bundle', at('v1.tar.gz'), '--file', at('v1.tar.gz'), '--file', at('./v1.tar.gz')],
    ]
    for (const [fault, ...args] of attempts) {
      const gathering = gatherCommand().parseAsync(['--output', at('refused'), ...args], { from: 'user' })
      await expect(gathering).rejects.toThrow(fault)
    }
    expect(await readdir(folder)).toEqual(before)
    expect(await bindery(...gather('parcel', '--bundle', 'v1.tar.gz'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists'),
    })
  })

  test('lists no image without its digest, and no digest without its image', async () => {
    await expect(readImages(at('list.txt'), [])).rejects.toThrow('registry.example.com/bindery:1.4 has no digest')
    await expect(readImages(at('list.txt'), [`other=${digest}`])).rejects.toThrow('does not name it')
    await expect(readImages(at('list.txt'), ['bindery=latest'])).rejects.toThrow('is no digest')
    await expect(readImages(at('chart/Chart.yaml'), [])).rejects.toThrow('"name: bindery", which is no image')
    await writeFile(at('pinned.txt'), `registry.example.com:5000/bindery@${digest}\n`)
    expect(await readImages(at('pinned.txt'), [])).toEqual([`registry.example.com:5000/bindery@${digest}`])
  })
})

describe('check', () => {
  test('says what a whole parcel is, and passes only with the digest and the key that came by another way', async () => {
    const good = await bindery('air-gap', 'check', 'parcel', '--sha256', sha256, ...ourKey)
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('Its sums are those that you were told.') })
    expect(good.stdout).toMatch(/bundle\.tar\.gz is whole: 2 files.* Signed with the accepted key \w+\.\n$/)
    const foreign = await bindery('air-gap', 'check', 'parcel', '--public-key', 'theirs.pem', '--domain', facts.domain)
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('not accepted here') })
    const another = await bindery(
      'air-gap',
      'check',
      'parcel',
      '--public-key',
      'ours.pem',
      '--domain',
      'other.example.com',
    )
    expect(another).toMatchObject({ code: 1, stderr: expect.stringContaining('"other.example.com" was expected') })
    const forgotten = await bindery('air-gap', 'check', 'parcel', '--public-key', 'ours.pem')
    expect(forgotten).toMatchObject({ code: 2, stderr: expect.stringContaining('--public-key needs --domain') })
    const other = await bindery('air-gap', 'check', 'parcel', '--sha256', 'b2'.repeat(32))
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(`has the SHA-256 ${sha256}`) })
    expect(await bindery('air-gap', 'check', 'chart')).toMatchObject({ code: 2 })
  })

  test('takes no key from the parcel itself, and says that it proves nothing', async () => {
    const own = await bindery('air-gap', 'check', 'parcel', '--public-key', 'parcel/bindery.pem')
    expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the key that came by another way') })
    const { code, stdout } = await bindery('air-gap', 'check', 'parcel')
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('bindery.pem proves nothing') })
    expect(stdout).toContain(`The SHA-256 of its sums is ${sha256}`)
  })

  test('names the first thing that was changed, lost, added or made a link', async () => {
    const damages: [fault: string, damage: (parcel: string) => Promise<unknown>][] = [
      ['"images/host.tar" does not have the bytes', (parcel) => writeFile(join(parcel, 'images/host.tar'), 'another')],
      ['"chart/chart/Chart.yaml" is missing', (parcel) => rm(join(parcel, 'chart/chart/Chart.yaml'))],
      ['"chart/hook.sh" was added', (parcel) => writeFile(join(parcel, 'chart/hook.sh'), '')],
      ['"README.txt" in', (parcel) => replaceByLink(join(parcel, 'README.txt'))],
      ['SHA256SUMS is damaged', (parcel) => writeFile(join(parcel, 'SHA256SUMS'), 'cut o')],
      ['"../v1.tar.gz" is missing', (parcel) => addSum(parcel, '../v1.tar.gz')],
    ]
    for (const [fault, damage] of damages) {
      const copy = await mkdtemp(at('damaged-'))
      await cp(at('parcel'), copy, { recursive: true })
      await damage(copy)
      await expect(check(copy)).rejects.toThrow(fault)
    }
  })

  test('tries a delta on what is there, which stays as it was', async () => {
    const made = await bindery(...gather('update', '--delta', 'delta.tar.gz', '--since', 'v1.tar.gz'))
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('delta.tar.gz: leads to 2 files') })
    await extractBundle([bundle], at('site'), unchecked)
    const fits = /^delta\.tar\.gz fits .+ and leads to .+ version v2.* Signed with the accepted key/
    for (const site of ['site', 'v1.tar.gz']) {
      expect((await check(at('update'), at(site))).at(-1)).toMatch(fits)
    }
    expect(await readFile(at('site/index.html'), 'utf8')).toBe('one')
    await expect(check(at('update'), at('site'), 'other.example.com')).rejects.toMatchObject({ code: 'wrong_domain' })
    await expect(check(at('update'), at('v2.tar.gz'))).rejects.toThrow('was applied here already')
    await expect(check(at('update'))).rejects.toThrow('Name with --site')
  })
})

function at(path: string): string {
  return join(folder, path)
}

const ourKey = ['--public-key', 'ours.pem', '--domain', facts.domain]

function gather(output: string, ...args: string[]): string[] {
  return ['air-gap', 'gather', '--output', output, ...ourKey, ...args]
}

function check(parcel: string, site?: string, domain = facts.domain): Promise<string[]> {
  return checkParcel(parcel, { bundle: { publicKeys: [ours.publicKey], domain }, sha256: undefined, site })
}

function bindery(...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

function makeBundle(version: string, files: Record<string, string>): Promise<Buffer> {
  const sources = Object.entries(files).map(([path, content]) => text(path, content))
  return bundleOf(sources.sort(compareFiles), { site: { ...facts, version }, signingKey: ours.privateKey })
}

async function serve(find: (path: string) => Buffer | undefined) {
  const server = createServer(({ url = '/' }, response) => {
    const found = find(new URL(url, 'http://localhost').pathname)
    response.writeHead(found ? 200 : 403).end(found)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: () => new Promise<void>((closed) => void server.close(() => closed())) }
}

async function replaceByLink(file: string): Promise<void> {
  await rename(file, at('elsewhere.txt'))
  await symlink(at('elsewhere.txt'), file)
}

async function addSum(parcel: string, path: string): Promise<void> {
  const sums = await readFile(join(parcel, 'SHA256SUMS'), 'utf8')
  await writeFile(join(parcel, 'SHA256SUMS'), `${sums}${'00'.repeat(32)}  ${path}\n`)
}

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'spki', format: 'pem' }))
}
