import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type HostProcess, startHost } from '../../deployments/start-host.ts'
import { addBranch, replaceWords } from './change-repository.ts'
import type { World } from './open-world.ts'

const branch = 'harbor-lights'
const version = 'lights-1'
const newPage = 'library/lighthouse'
const changedPage = 'library/shelf-1-volume-2'
const newWords = 'The lamp is lit at dusk'
const oldWords = 'Volume 2 of shelf 1 is made by the demo'
const badWords = 'Volume 2 of shelf 1 is lost at sea'
const command = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url))
const run = promisify(execFile)

export interface Release {
  /** Of somebody who may publish. */
  writer: BrowserContext
  world: World
  domain: string
  /** Another one of the same host. */
  otherDomain: string
  repository: string
  screenshots: string | undefined
}

interface Walk extends Release {
  /** The dashboard. */
  page: Page
  /** A browser that knows only the domain. */
  reader: Page
  host: HostProcess
  shoot(page: Page, name: string): Promise<void>
}

/** A branch from its export to readers and back: previewed, compared with what is live, published, rolled back. */
export async function releaseBranch(browser: Browser, release: Release, begin: (step: string) => void): Promise<void> {
  await using parts = new AsyncDisposableStack()
  begin('start a host of all domains')
  const host = parts.use(await startHostOfAll(release.world, parts))
  const viewport = { width: 1440, height: 900 }
  const readers = parts.use(await browser.newContext({ viewport }))
  const page = await release.writer.newPage()
  parts.defer(() => page.close())
  await page.setViewportSize(viewport)
  page.setDefaultTimeout(30_000)
  const walk = { ...release, host, page, reader: await readers.newPage(), shoot: createShoot(release.screenshots) }
  begin('see what is live')
  await seeBefore(walk)
  begin('export the branch')
  await exportBranch(walk)
  begin('view the export')
  await viewExport(walk)
  begin('see what changed against the live one')
  await compare(walk)
  begin('publish it')
  await publish(walk)
  begin('see it live')
  await seeLive(walk)
  begin('roll back')
  await rollBack(walk)
  begin('see the old one live')
  await seeOldLive(walk)
  begin('roll back from three exports of a bad commit')
  await endIncident(walk)
}

async function startHostOfAll({ service, url }: World, parts: AsyncDisposableStack): Promise<HostProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-e2e-host-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const { key } = await service.admin<{ key: string }>(['host-key', 'create', '--name', 'e2e'])
  await writeFile(join(folder, 'key'), key)
  const follow = { url, allDomains: true, apiKeyFile: 'key' }
  return startHost(folder, { staticExport: { enabled: true, allowHttp: true, follow } })
}

function createShoot(folder: string | undefined): Walk['shoot'] {
  let number = 0
  return async (page, name) => {
    number += 1
    const path = `${folder}/release-${String(number).padStart(2, '0')}-${name}.png`
    if (folder !== undefined) await page.screenshot({ path })
  }
}

/** The name is in the address, so the browser sends it as `Host`. */
const addressOf = ({ host }: Walk, domain: string, path: string) => `http://${domain}:${new URL(host.url).port}/${path}`

async function seeBefore(walk: Walk): Promise<void> {
  const { reader, domain, otherDomain, shoot } = walk
  await reader.goto(addressOf(walk, otherDomain, changedPage))
  await reader.getByText(oldWords).waitFor()
  await reader.goto(addressOf(walk, domain, changedPage))
  await reader.getByText(oldWords).waitFor()
  await shoot(reader, 'live-before')
}

async function exportBranch(walk: Walk): Promise<void> {
  const { page, world, domain, repository, shoot } = walk
  await addBranch(world.gitea, repository, branch, { newPage, changedPage, oldWords, newWords })
  await page.goto(`${world.url}/dashboard/${world.organization}/domains/${domain}`)
  await page.getByRole('link', { name: 'Start an export' }).click()
  await page.getByLabel('Branch, tag or commit').fill(branch)
  await page.getByLabel('Version').fill(version)
  await shoot(page, 'start')
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByRole('button', { name: 'Get a bundle link' }).waitFor({ timeout: 120_000 })
  await shoot(page, 'exported')
}

async function viewExport(walk: Walk): Promise<void> {
  const { page, reader, shoot } = walk
  const preview = await openBeside(page, 'View site')
  await preview.goto(new URL(changedPage, `${preview.url().replace(/[^/]*$/, '')}`).href)
  await preview.getByText(newWords).waitFor()
  await shoot(preview, 'preview')
  await preview.close()
  // Of another branch: readers have got nothing of it.
  await reader.reload()
  await reader.getByText(oldWords).waitFor()
}

async function openBeside(page: Page, name: string | RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name }).first().click()
  const beside = await opened
  await beside.setViewportSize({ width: 1440, height: 900 })
  await beside.waitForLoadState()
  return beside
}

async function compare({ page, shoot }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'See what changed' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await rows.filter({ hasText: newPage }).filter({ hasText: 'Added' }).waitFor()
  await rows.filter({ hasText: changedPage }).filter({ hasText: 'Changed' }).waitFor()
  await shoot(page, 'changes')
  const preview = await openBeside(page, `View page ${newPage}`)
  await preview.getByRole('heading', { level: 1, name: 'The lighthouse' }).waitFor()
  await shoot(preview, 'preview-new-page')
  await preview.close()
  await page.getByRole('link', { name: `Compare ${changedPage}` }).click()
  await page.locator('ins', { hasText: newWords }).waitFor()
  await page.locator('del', { hasText: oldWords }).waitFor()
  await shoot(page, 'compared')
}

async function publish({ page, world, domain, shoot }: Walk): Promise<void> {
  await page.goto(`${world.url}/dashboard/${world.organization}/domains/${domain}`)
  await page.getByRole('link', { name: `Publish: ${version}` }).click()
  await page.getByRole('heading', { name: 'What will change' }).waitFor()
  await shoot(page, 'publish')
  await page.getByRole('button', { name: `Publish ${version}` }).click()
  await page.getByText(`${domain} is now at ${version}`).waitFor()
  await shoot(page, 'published')
}

async function seeLive(walk: Walk): Promise<void> {
  const { reader, domain, otherDomain, shoot } = walk
  await reloadUntil(reader, newWords)
  await reader.goto(addressOf(walk, domain, newPage))
  await reader.getByRole('heading', { level: 1, name: 'The lighthouse' }).waitFor()
  await shoot(reader, 'live')
  await reader.goto(addressOf(walk, otherDomain, changedPage))
  await reader.getByText(oldWords).waitFor()
}

async function rollBack({ page, domain, shoot }: Walk): Promise<void> {
  await page
    .getByRole('link', { name: /^Roll back to this/ })
    .first()
    .click()
  await shoot(page, 'roll-back')
  await page.getByRole('button', { name: /^Roll back to / }).click()
  await page.getByText(`${domain} is back at`).waitFor()
  await shoot(page, 'rolled-back')
}

async function seeOldLive(walk: Walk): Promise<void> {
  const { reader, domain, shoot } = walk
  await reader.goto(addressOf(walk, domain, changedPage))
  await reloadUntil(reader, oldWords)
  await shoot(reader, 'live-after')
  const gone = await reader.goto(addressOf(walk, domain, newPage))
  if (gone?.status() !== 404) throw new Error(`${newPage} is answered with ${gone?.status()} after the rollback.`)
}

/** A bad commit is live, in the last of three exports: one rollback brings the good content back, by CLI and in Chromium. */
async function endIncident(walk: Walk): Promise<void> {
  const { page, reader, world, domain, repository, shoot } = walk
  const bindery = await openCommand(walk)
  await replaceWords(world.gitea, repository, { page: changedPage, from: oldWords, to: badWords })
  const jobs: string[] = []
  for (let each = 0; each < 3; each++) {
    jobs.push((await bindery('export', '--domain', domain, '--no-output')).stdout.trim())
  }
  await reader.goto(addressOf(walk, domain, changedPage))
  await reloadUntil(reader, badWords)
  await shoot(reader, 'incident')
  const { stderr } = await bindery('rollback', '--domain', domain)
  if (!/^[0-9a-f]{7} → [0-9a-f]{7}, \d+ pages? changes?\.$/m.test(stderr))
    throw new Error(`rollback printed: ${stderr}`)
  await reloadUntil(reader, oldWords)

  await bindery('publish', jobs[2] ?? '')
  await reloadUntil(reader, badWords)
  await page.goto(`${world.url}/dashboard/${world.organization}/domains/${domain}`)
  await page.getByText('same content as live').nth(1).waitFor()
  await shoot(page, 'incident-domain')
  // The newest export that is not the same is the branch, which was rolled back before.
  const before = page.getByRole('row').filter({ hasText: 'live before' })
  await before.getByRole('link', { name: /^Roll back to this/ }).click()
  await page.getByText(/[0-9a-f]{7} → [0-9a-f]{7}, \d+ pages? changes?/).waitFor()
  await shoot(page, 'incident-roll-back')
  await page.getByRole('button', { name: /^Roll back to / }).click()
  await page.getByText(/→ [0-9a-f]{7}, \d+ pages? changes?/).waitFor()
  await shoot(page, 'incident-over')
  await reloadUntil(reader, oldWords)
}

async function openCommand({ world }: Walk) {
  const { key } = await world.service.admin<{ key: string }>([
    'key',
    'create',
    ...['--organization', world.organization, '--name', 'incident'],
  ])
  const env = { ...process.env, BINDERY_URL: world.url, BINDERY_API_KEY: key }
  return (...args: string[]) => run(process.execPath, [command, ...args], { env })
}

/** A host serves what was published within seconds. */
async function reloadUntil(page: Page, words: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await page.getByText(words).isVisible())) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not say “${words}”.`)
    await page.waitForTimeout(200)
    await page.reload()
  }
}
