import type { Browser } from 'playwright-core'
import { tellOnce } from '../site/count-violations.ts'
import { createLooks, type Looks, type LooksOptions } from './check-looks.ts'
import { dashboardPictures } from './dashboard-pictures.ts'
import { lookAside } from './look-aside.ts'
import { addWideExport, openWorld, type World } from './open-world.ts'
import { type Release, releaseBranch } from './release-branch.ts'
import { setUp } from './set-up.ts'
import { tellStory } from './tell-story.ts'
import { visitAll } from './visit-all.ts'

export interface DashboardOutcome {
  pages: number
  failed: number
  axeViolations: number
}

const domain = 'docs.harbor.example'
const quietDomain = 'quiet.harbor.example'

/**
 * The dashboard as people use it: a first day with script and one without, a branch that goes live and back, then every page
 * that they came by.
 */
export async function playDashboard(browser: Browser, options: LooksOptions): Promise<DashboardOutcome> {
  await using world = await openWorld()
  await using operator = await browser.newContext()
  const looks = createLooks(options)
  await setUp(operator, world, looks)
  const loud = await playStory(browser, world, { domain, hasScript: true, looks })
  const quiet = await playStory(browser, world, { domain: quietDomain, hasScript: false })
  const failures = [...loud.faults, ...quiet.faults]
  const { repository } = loud
  if (repository !== undefined && quiet.repository !== undefined) {
    const release = {
      writer: operator,
      world,
      domain,
      otherDomain: quietDomain,
      repository,
      screenshots: options.screenshots,
    }
    failures.push(...(await playRelease(browser, release)))
  }
  for (const told of failures) console.log(`    ${told}`)
  await addWideExport(world)
  await visitAll(operator, world, looks)
  await lookAside(browser, operator, world, looks)
  const missing = Object.entries(dashboardPictures).filter(([kind]) => !looks.seen.has(kind))
  looks.faults.push(...missing.map(([kind, name]) => `docs/images/${name}.png: the suite came by no page ${kind}`))
  for (const told of [...looks.faults, ...tellOnce(looks.violations)]) console.log(`    ${told}`)
  const failed = failures.length + looks.faults.length
  console.log(
    `${failed + looks.violations.length === 0 ? 'ok  ' : 'FAIL'}  dashboard: ${looks.pages} pages, ${failed} failed, axe ${looks.violations.length}`,
  )
  return { pages: looks.pages, failed, axeViolations: looks.violations.length }
}

async function playStory(
  browser: Browser,
  world: World,
  told: { domain: string; hasScript: boolean; looks?: Looks },
): Promise<{ faults: string[]; repository?: string }> {
  await using context = await browser.newContext({ javaScriptEnabled: told.hasScript })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const how = told.hasScript ? 'with script' : 'without script'
  const faults: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    // The story takes the network away once, to see that the page says so.
    if (message.text().includes('ERR_INTERNET_DISCONNECTED')) return
    if (message.type() === 'error' && url.startsWith(world.url)) faults.push(`${how}: ${message.text()} at ${url}`)
  })
  let step = ''
  try {
    const repository = await tellStory({ page, world, ...told }, (next) => {
      step = next
    })
    console.log(`    ok  the first day ${how}`)
    return { faults, repository }
  } catch (error) {
    faults.push(`${how}, ${step} (${page.url()}): ${(error as Error).message}`)
    return { faults }
  }
}

async function playRelease(browser: Browser, release: Release): Promise<string[]> {
  const beganAt = performance.now()
  let step = ''
  try {
    await releaseBranch(browser, release, (next) => {
      step = next
    })
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    console.log(`    ok  a branch is previewed, compared, published and rolled back, ${seconds} s`)
    return []
  } catch (error) {
    return [`release of a branch, ${step}: ${(error as Error).message}`]
  }
}
