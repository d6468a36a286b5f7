import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { type HostProcess, startHost } from '../deployments/start-host.ts'
import { unpackBundle } from '../support/unpack-bundle.ts'
import { type Corpus, Tally } from './corpus.ts'
import { makeTenant } from './make-tenant.ts'
import { plantProjects } from './plant-projects.ts'
import type { World } from './prepare-world.ts'
import { GitRepository } from './repositories/git-repository.ts'
import { downloadBundle, runExport } from './run-exports.ts'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')
const mine = 'expectations-mine-0.example.com'
const theirs = 'expectations-theirs-0.example.com'
const versions = ['mine-old', 'mine-new', 'theirs-old', 'theirs-new'] as const
type Version = (typeof versions)[number]

/** Right and wrong bundles as a mirror, a parcel or a stick could hold them, in files of one folder. */
interface Bundles {
  folder: string
  at(name: string): string
  sha256(name: string): string
  /** PEM file of the key that signs for every organization of the service. */
  key: string
  strangersKey: string
}

/**
 * Two organizations of one service, whose exports one key signs. A host, `verify`, `apply` and the air gap take none of them
 * but the one that the receiver named.
 */
export const expectations: Corpus = {
  name: 'expectations',
  async run(world) {
    const tally = new Tally()
    const bundles = await makeBundles(world)
    await attackCommands(bundles, tally)
    await attackHost(bundles, 'archive', tally)
    await attackHost(bundles, 'folder', tally)
    return tally
  },
}

async function makeBundles(world: World): Promise<Bundles> {
  const folder = join(world.folder, 'expectations')
  mkdirSync(folder)
  const at = (name: string) => join(folder, name)
  const other = await makeTenant(world.service)
  const exportOf = await plantSites(world, other)
  const jobs = {} as Record<Version, string>
  for (const version of versions) {
    const key = version.startsWith('mine') ? world.tenant.key : other.key
    jobs[version] = await exportOf(version, key)
    writeFileSync(at(`${version}.tar.gz`), await downloadBundle(world, jobs[version], key))
    unpackBundle(gunzipSync(readFileSync(at(`${version}.tar.gz`))), at(version))
  }
  const delta = (to: Version, since: Version, key: string) => downloadBundle(world, jobs[to], key, jobs[since])
  writeFileSync(at('mine-delta.tar.gz'), await delta('mine-new', 'mine-old', world.tenant.key))
  writeFileSync(at('theirs-delta.tar.gz'), await delta('theirs-new', 'theirs-old', other.key))
  writeFileSync(at('unsigned.tar.gz'), withoutSignature(readFileSync(at('mine-new.tar.gz'))))
  unpackBundle(gunzipSync(readFileSync(at('unsigned.tar.gz'))), at('unsigned'))
  const { publicKey } = await world.service.admin<{ publicKey: string }>(['signing-key', 'show'])
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  writeFileSync(at('key.pem'), publicKey)
  writeFileSync(at('stranger.pem'), stranger)
  const sha256 = (name: string) =>
    createHash('sha256')
      .update(readFileSync(at(name)))
      .digest('hex')
  return { folder, at, sha256, key: at('key.pem'), strangersKey: at('stranger.pem') }
}

/** Commits the next version of a site, a day after the one before, and exports it. */
async function plantSites({ hosts, database, ...world }: World, other: World['tenant']) {
  const repositories = {
    mine: new GitRepository(join(hosts.openRoot, 'expectations-mine.git')),
    theirs: new GitRepository(join(hosts.openRoot, 'expectations-theirs.git')),
  }
  await plantProjects({ database, tenant: world.tenant }, 'expectations-mine', [
    `${hosts.open.origin}/expectations-mine.git`,
  ])
  await plantProjects({ database, tenant: other }, 'expectations-theirs', [
    `${hosts.open.origin}/expectations-theirs.git`,
  ])
  let day = 0
  return async (version: Version, key: string): Promise<string> => {
    const whose = version.startsWith('mine') ? 'mine' : 'theirs'
    const repository = repositories[whose]
    const files = {
      'docs.json': '{"name":"Harbor","navigation":{"pages":["index"]}}',
      'index.mdx': `---\ntitle: ${version}\n---\n\nThis is ${version}.\n`,
    }
    repository.commit(repository.tree(repository.files(files)), 'main', 1_700_000_000 + 86_400 * day++)
    const { jobId, status, error } = await runExport(world, whose === 'mine' ? mine : theirs, key)
    if (status !== 'completed') throw new Error(`The export of ${version} ended ${status}: ${error}`)
    return jobId
  }
}

/** The gzip members of an archive without the second one, `manifest.sig`: each says its length in the field `BN`. */
function withoutSignature(archive: Buffer): Buffer {
  const endOf = (start: number) => start + 12 + archive.readUInt16LE(start + 10) + archive.readUInt32LE(start + 16) + 8
  const first = endOf(0)
  return Buffer.concat([archive.subarray(0, first), archive.subarray(endOf(first))])
}

interface Attempt {
  what: string
  args: string[]
  /** What the refusal says; undefined where the command must accept. */
  refusal?: RegExp
}

const refusals = {
  domain:
    /is for the domain "expectations-theirs-0\.example\.com", but "expectations-mine-0\.example\.com" was expected/,
  key: /which is not accepted here/,
  digest: /has the SHA-256 \w{64}, but \w{64} was/,
  unsigned: /is not signed/,
  base: /delta is for the bundle with manifest/,
  forgotten: /--public-key needs --domain/,
}

async function attackCommands(bundles: Bundles, tally: Tally): Promise<void> {
  const { at } = bundles
  for (const name of ['mine-new', 'theirs-new', 'unsigned'])
    await gather(`${name}-parcel`, bundles, ['--bundle', at(`${name}.tar.gz`)])
  for (const name of ['mine', 'theirs'] as const) {
    await gather(`${name}-update`, bundles, ['--delta', at(`${name}-delta.tar.gz`), '--since', at(`${name}-old`)])
  }
  const attempts = [...listVerified(bundles), ...listParcels(bundles), ...listUpdates(bundles)]
  for (const { what, args, refusal } of attempts) {
    const { code, stdout, stderr } = await bindery(...args)
    const isRight = refusal ? code !== 0 && refusal.test(stderr) : code === 0
    tally.check(isRight, `${what} ended with ${code}: ${stdout}${stderr}`)
  }
}

async function gather(name: string, { at }: Bundles, args: string[]): Promise<void> {
  const { code, stderr } = await bindery('air-gap', 'gather', '--output', at(name), ...args)
  if (code !== 0) throw new Error(`${name} was not gathered: ${stderr}`)
}

function listVerified({ at, key, strangersKey, sha256 }: Bundles): Attempt[] {
  const ours = ['--public-key', key, '--domain', mine]
  const attempts = ['.tar.gz', ''].flatMap((form): Attempt[] => {
    const verify = (what: string, name: string, args: string[], refusal?: RegExp): Attempt[] => [
      {
        what: `verify of ${what}${form}`,
        args: ['verify', at(`${name}${form}`), ...args],
        ...(refusal && { refusal }),
      },
    ]
    return [
      ...verify('the right bundle', 'mine-new', ours),
      ...verify('another organization’s bundle', 'theirs-new', ours, refusals.domain),
      ...verify(
        'a bundle of a stranger’s key',
        'mine-new',
        ['--public-key', strangersKey, '--domain', mine],
        refusals.key,
      ),
      ...verify('an unsigned bundle', 'unsigned', ours, refusals.unsigned),
      ...verify('a key without a domain', 'theirs-new', ['--public-key', key], refusals.forgotten),
    ]
  })
  const pinned = (name: string) => ['verify', at('mine-new.tar.gz'), '--sha256', sha256(name)]
  return [
    ...attempts,
    { what: 'verify with the right digest', args: pinned('mine-new.tar.gz') },
    { what: 'verify with another digest', args: pinned('mine-old.tar.gz'), refusal: refusals.digest },
  ]
}

function listParcels({ at, key, strangersKey, sha256 }: Bundles): Attempt[] {
  const ours = ['--public-key', key, '--domain', mine]
  const check = (what: string, parcel: string, args: string[], refusal?: RegExp): Attempt => ({
    what: `air-gap check of ${what}`,
    args: ['air-gap', 'check', at(parcel), ...args],
    ...(refusal && { refusal }),
  })
  const gatherOf = (name: string, args: string[], refusal: RegExp): Attempt => ({
    what: `air-gap gather of ${name}`,
    args: ['air-gap', 'gather', '--output', at('refused'), '--bundle', at(`${name}.tar.gz`), ...args],
    refusal,
  })
  const told = sha256('theirs-new-parcel/SHA256SUMS')
  const update = (site: string) => ['--site', at(site), ...ours]
  return [
    check('the right parcel', 'mine-new-parcel', ours),
    check('another organization’s parcel', 'theirs-new-parcel', ours, refusals.domain),
    check(
      'another organization’s parcel with the sums of it',
      'theirs-new-parcel',
      ['--sha256', told, ...ours],
      refusals.domain,
    ),
    check('a stranger’s key', 'mine-new-parcel', ['--public-key', strangersKey, '--domain', mine], refusals.key),
    check('an unsigned parcel', 'unsigned-parcel', ours, refusals.unsigned),
    check('a parcel with other sums', 'mine-new-parcel', ['--sha256', told, ...ours], refusals.digest),
    check('a key without a domain', 'theirs-new-parcel', ['--public-key', key], refusals.forgotten),
    check('the right delta', 'mine-update', update('mine-old')),
    check('a delta for another base', 'mine-update', update('theirs-old'), refusals.base),
    check('a delta of another organization', 'theirs-update', update('mine-old'), refusals.base),
    check('a delta that fits another organization’s site', 'theirs-update', update('theirs-old'), refusals.domain),
    gatherOf('theirs-new', ours, refusals.domain),
    gatherOf('unsigned', ours, refusals.unsigned),
    gatherOf('theirs-new', ['--public-key', key], refusals.forgotten),
  ]
}

/** `apply` on copies, the right one at the end, since it changes its folder. */
function listUpdates({ at, key, strangersKey, sha256 }: Bundles): Attempt[] {
  for (const name of ['mine-old', 'theirs-old']) cpSync(at(name), at(`${name}-site`), { recursive: true })
  const ours = ['--public-key', key, '--domain', mine]
  const apply = (what: string, site: string, delta: string, args: string[], refusal?: RegExp): Attempt => ({
    what: `apply of ${what}`,
    args: ['apply', at(`${site}-site`), at(`${delta}-delta.tar.gz`), ...args],
    ...(refusal && { refusal }),
  })
  return [
    apply('another organization’s delta to its site', 'theirs-old', 'theirs', ours, refusals.domain),
    apply('another organization’s delta', 'mine-old', 'theirs', ours, refusals.base),
    apply('a delta for another base', 'theirs-old', 'mine', ours, refusals.base),
    apply('a stranger’s key', 'mine-old', 'mine', ['--public-key', strangersKey, '--domain', mine], refusals.key),
    apply('another digest', 'mine-old', 'mine', ['--sha256', sha256('theirs-delta.tar.gz'), ...ours], refusals.digest),
    apply('a key without a domain', 'mine-old', 'mine', ['--public-key', key], refusals.forgotten),
    apply('the right delta', 'mine-old', 'mine', ours),
  ]
}

function bindery(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((end) => {
    execFile(process.execPath, [command, ...args], (error, stdout, stderr) => {
      end({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}

/** The proof of finding S3, from a mirror: each attack follows the right bundle, and must leave it in place. */
async function attackHost(
  { folder, at, key, strangersKey, sha256 }: Bundles,
  form: 'archive' | 'folder',
  tally: Tally,
) {
  const work = join(folder, `host-${form}`)
  mkdirSync(work)
  const nameOf = (name: string) => at(form === 'archive' ? `${name}.tar.gz` : name)
  const common = { enabled: true, publicKeys: [key], domain: mine }
  const settingsOf = (more: object) => ({ staticExport: { ...common, ...more } })
  const right = settingsOf({ bundleUrl: nameOf('mine-new') })
  const attacks: [what: string, code: string, settings: object][] = [
    ['an older commit', 'older_commit', { bundleUrl: nameOf('mine-old') }],
    ['another organization’s bundle', 'wrong_domain', { bundleUrl: nameOf('theirs-new') }],
    ['an unsigned bundle', 'unsigned', { bundleUrl: nameOf('unsigned') }],
    ['a bundle of a stranger’s key', 'unknown_key', { bundleUrl: nameOf('mine-old'), publicKeys: [strangersKey] }],
  ]
  if (form === 'archive') {
    attacks.push(
      ['another digest', 'wrong_digest', { bundleUrl: nameOf('mine-old'), sha256: sha256('theirs-old.tar.gz') }],
      ['another organization’s delta', 'wrong_base', { bundleUrl: at('theirs-delta.tar.gz') }],
    )
  }
  {
    await using host = await startHost(work, right)
    await host.heard(/^Serving/)
    for (const [what, code, settings] of attacks) {
      await host.configure(settingsOf(settings))
      await expectRefused(host, code, `a host with ${what} (${form})`, tally)
      await host.configure(right)
      await waitFor(async () => (await host.readiness()).problem === undefined)
    }
    await host.configure({ staticExport: { ...common, domain: undefined, bundleUrl: nameOf('theirs-new') } })
    await host.heard(/staticExport\.domain is missing/)
    tally.check((await homeOf(host)).includes('mine-new'), `a host took keys without a domain (${form})`)
  }
  await using again = await startHost(work, settingsOf({ bundleUrl: nameOf('mine-old') }))
  await expectRefused(again, 'older_commit', `a host that was started again with an older commit (${form})`, tally)
  const { version } = JSON.parse(readFileSync(at('mine-old/manifest.json'), 'utf8')).site
  const named = form === 'archive' ? { sha256: sha256('mine-old.tar.gz') } : { version }
  await again.configure(settingsOf({ bundleUrl: nameOf('mine-old'), ...named }))
  const isBack = await waitFor(async () => (await homeOf(again)).includes('mine-old'))
  tally.check(isBack, `a host refused the older bundle that its settings name (${form})`)
}

async function expectRefused(host: HostProcess, code: string, what: string, tally: Tally): Promise<void> {
  const isRefused = await waitFor(async () => (await host.readiness()).problem?.code === code)
  const { problem } = await host.readiness()
  const home = await homeOf(host)
  tally.check(
    isRefused && home.includes('mine-new'),
    `${what} has the problem ${problem?.code} and serves ${home.slice(0, 200)}`,
  )
}

async function homeOf({ url }: HostProcess): Promise<string> {
  return /<title>[^<]*/.exec(await (await fetch(url)).text())?.[0] ?? 'no page'
}

/** Whether it is so within a quarter of a minute. */
async function waitFor(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 150; tries++) {
    if (await isSo()) return true
    await sleep(100)
  }
  return false
}
