import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../support/launch-chromium.ts'
import { type HostProcess, startHost } from '../start-host.ts'
import { type Link, openWorld, type World } from './open-world.ts'
import { readSite } from './read-site.ts'
import { refuseBundles } from './refuse-bundles.ts'

/**
 * `--only chain`: a service exports a site, hosts with the three settings serve it, a browser reads it; the link
 * expires, wrong bundles come, and the next version is published.
 */
export async function run() {
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-chain-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  const world = parts.use(await openWorld())
  const browser = parts.use(await launchChromium())
  const [v1, v2] = [await world.publish('v1'), await world.publish('v2')]
  console.log('ok    two versions exported by the service')
  await serveAndRead(browser, await world.link(v1), join(work, 'docs'), '/docs')
  const link = await world.link(v1)
  await serveAndRead(browser, link, join(work, 'root'), '')
  await waitUntilExpired(link)
  const host = parts.use(await startHost(join(work, 'root'), settingsFor(link), { env: outside }))
  const { copy } = await seeKeptSite(host)
  const refused = await refuseBundles(host, world, v2, work)
  await takeNext(host, world, v2)
  await goBack(host, world, v1)
  return { summary: { sites: 2, copy, refused }, failed: 0 }
}

/** Not of the three settings: the local S3 speaks http, which a host must be told to trust. */
const outside = { BINDERY_STATIC_EXPORT_ALLOW_HTTP: 'true' }

function settingsFor({ bundleUrl }: Link) {
  return { staticExport: { enabled: true, bundleUrl, version: 'v1' } }
}

async function serveAndRead(browser: Browser, link: Link, folder: string, basePath: string): Promise<void> {
  await mkdir(folder)
  await using host = await startHost(folder, settingsFor(link), {
    env: { ...outside, BINDERY_BASE_PATH: basePath },
  })
  await host.heard(/^Serving version v1/)
  await readSite(browser, `${host.url}${basePath}/`, 'v1')
  const { status, version, copy } = await host.readiness()
  assert.deepEqual({ status, version, copy }, { status: 200, version: 'v1', copy: 'fetched' })
  console.log(`ok    read at ${basePath || 'the root'}: pages, search, a redirect, 404, dark mode, console errors 0`)
}

async function waitUntilExpired({ bundleUrl, expiresAt }: Link): Promise<void> {
  await wait(Date.parse(expiresAt) - Date.now() + 1000)
  assert.equal((await fetch(bundleUrl)).status, 403)
}

async function seeKeptSite(host: HostProcess) {
  const told = await host.heard(/answered 403/)
  assert.match(await homeOf(host), /Harbor v1/)
  const { status, version, copy, problem } = await host.readiness()
  assert.deepEqual({ status, version, copy }, { status: 200, version: 'v1', copy: 'kept' })
  assert.equal(problem?.code, 'bundle_unreachable')
  console.log(`ok    started again with the expired link: ${told}`)
  return { copy }
}

async function takeNext(host: HostProcess, world: World, jobId: string): Promise<void> {
  const { bundleUrl, sha256 } = await world.link(jobId)
  await host.configure({ staticExport: { ...signedBy(world), bundleUrl, sha256, version: 'v2' } })
  await host.heard(/^Serving version v2/)
  assert.match(await homeOf(host), /Harbor v2/)
  const { copy, problem } = await host.readiness()
  assert.deepEqual({ copy, problem }, { copy: 'fetched', problem: undefined })
  console.log('ok    the next version, pinned by its digest, its version and its signature')
}

function signedBy({ publicKey, domain }: World) {
  return { enabled: true, publicKeys: [publicKey], domain }
}

/** A rollback by the pipeline names the older bundle; a mirror that only offers one changes nothing. */
async function goBack(host: HostProcess, world: World, jobId: string): Promise<void> {
  const { bundleUrl, sha256 } = await world.link(jobId)
  await host.configure({ staticExport: { ...signedBy(world), bundleUrl } })
  const told = await host.heard(/older than the commit of version "v2"/)
  assert.match(await homeOf(host), /Harbor v2/)
  assert.equal((await host.readiness()).problem?.code, 'older_commit')
  console.log(`ok    an older bundle that nothing names: ${told}`)
  await host.configure({ staticExport: { ...signedBy(world), bundleUrl, sha256 } })
  await host.heard(/^Serving version v1/)
  assert.match(await homeOf(host), /Harbor v1/)
  console.log('ok    the older bundle again, named by its digest')
}

async function homeOf(host: HostProcess): Promise<string> {
  const answer = await fetch(host.url)
  assert.equal(answer.status, 200)
  return answer.text()
}
