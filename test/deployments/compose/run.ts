import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../support/launch-chromium.ts'
import { runInside } from '../run-inside.ts'
import { checkProxy } from './check-proxy.ts'
import { findRunningFaults, listLeftovers } from './check-running.ts'
import { clickDemo } from './click-demo.ts'
import { openEngine } from './enter-engine.ts'
import { followReadme } from './follow-readme.ts'
import { serveSite, siteUrl } from './serve-site.ts'
import { upgradeCompose } from './upgrade.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

type Outcome = { summary: Record<string, unknown>; failed: number }

/**
 * The README's commands in a fresh clone, on a real engine: from `setup` to a bundle that was clicked for and downloaded, an
 * agent's pull request, a site that the host serves, and nothing left after `down`.
 *
 * `--cold` builds the image without a cache and holds both bars; `--where-cached` runs only where the engine's images are
 * there already; `--screenshots FOLDER` keeps pictures. `--upgrade REF` upgrades the commit REF instead, with
 * jobs in flight.
 */
export async function run(args: string[]): Promise<Outcome> {
  const { values } = parseArgs({ args, options, strict: false })
  const engine = await openEngine(root, values['where-cached'] === true)
  if (engine === 'missing') return { summary: { notRun: 'The images of the engine are not in the cache.' }, failed: 0 }
  if (engine === 'here' && values.upgrade) return upgrade(values.upgrade.toString())
  if (engine === 'here') return play(values.cold === true, values.screenshots?.toString())
  return runInside(join(root, 'test/parts/engine'), 'compose', args)
}

const options = {
  cold: { type: 'boolean' },
  'where-cached': { type: 'boolean' },
  screenshots: { type: 'string' },
  upgrade: { type: 'string' },
} as const

/** From the first command to a bundle, in seconds, on a machine that does nothing else. */
const bars = { cold: 300, warm: 60 }

async function play(cold: boolean, screenshots: string | undefined): Promise<Outcome> {
  const room = await mkdtemp(join(tmpdir(), 'bindery-compose-'))
  await using browser = await launchChromium()
  const faults: string[] = []
  const summary: Record<string, unknown> = {}
  try {
    for (const pace of cold ? (['cold', 'warm'] as const) : (['warm'] as const)) {
      await using product = await followReadme(root, join(room, pace), pace === 'cold')
      console.log('      the first export and agent job, in a browser …')
      const clicked = await clickDemo(browser, product, screenshots)
      const seconds = Math.round(product.secondsToRun + clicked.secondsToBundle)
      if (cold && seconds > bars[pace])
        faults.push(`${seconds} s to the first bundle, ${pace}; the bar is ${bars[pace]}`)
      const named = { secondsToRun: Math.round(product.secondsToRun), secondsToBundle: seconds, ...clicked.found }
      console.log(`ok    ${pace}: ${JSON.stringify(named)}`)
      summary[pace] = named
      if (pace === 'cold') continue
      console.log('      the running containers, the host and the proxy …')
      const running = await findRunningFaults(product)
      const site = await serveSite(product, clicked.readKey)
      const proxy = await checkProxy(product)
      faults.push(...running.faults, ...site, ...proxy.faults)
      summary.imageMegabytes = running.imageMegabytes
      summary.replaced = proxy.replaced
      if (screenshots) await showSite(browser, screenshots)
    }
    const left = await listLeftovers()
    faults.push(...left.map((one) => `left after down: ${one}`))
    summary.left = left.length
  } finally {
    await rm(room, { recursive: true, force: true })
  }
  for (const fault of faults) console.log(`FAIL  ${fault}`)
  return { summary, failed: faults.length }
}

async function upgrade(ref: string): Promise<Outcome> {
  const room = await mkdtemp(join(tmpdir(), 'bindery-compose-'))
  try {
    const { summary, faults } = await upgradeCompose(root, ref, join(room, 'clone'))
    const left = (await listLeftovers()).map((one) => `left after down: ${one}`)
    for (const fault of [...faults, ...left]) console.log(`FAIL  ${fault}`)
    return { summary: { ...summary, left: left.length }, failed: faults.length + left.length }
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

async function showSite(browser: Browser, folder: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(siteUrl)
  await page.screenshot({ path: join(folder, 'site.png') })
}
