/**
 * `npm run e2e [-- --only site|dev|dashboard] [--sites NAME,NAME] [--corpora DIR] [--pages N] [--own-pages N] [--sample all|half] [--screenshots DIR]`: exported sites in
 * a real Chromium, over http at the root and under a path, and from a disk; a folder that is served while it is
 * written; and the dashboard. Takes the corpora beside the repository when they are there.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCorpora } from '../conformance/unpack-corpus.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { readSample } from '../support/sample.ts'
import { expectTools } from '../support/tools.ts'
import { playAuthorCode } from './author-code/play-author-code.ts'
import { playDashboard } from './dashboard/play-dashboard.ts'
import { playDev } from './dev/play-dev.ts'
import { capturePages } from './site/capture-pages.ts'
import { checkSite } from './site/check-site.ts'
import { tellOnce } from './site/count-violations.ts'
import { playCases } from './site/play-cases.ts'
import { prepareSites } from './site/prepare-sites.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sites: { type: 'string' },
    corpora: { type: 'string' },
    pages: { type: 'string', default: '3' },
    'own-pages': { type: 'string', default: 'Infinity' },
    sample: { type: 'string', default: 'all' },
    screenshots: { type: 'string' },
  },
})

const parts = ['site', 'dev', 'dashboard']
const wants = (part: string) => (values.only ?? part) === part
await expectTools(wants('dashboard') ? ['chromium', 'services', 'gitea'] : ['chromium'])
const totals = { pages: 0, failed: 0, axeViolations: 0, axeAuthor: 0 }
const corpora = findCorpora(values.corpora)
const sample = readSample(values.sample)
const work = await mkdtemp(join(tmpdir(), 'bindery-e2e-'))
try {
  if (!parts.some(wants)) throw new Error(`There is no part “${values.only}”. Choose of: ${parts.join(', ')}.`)
  await using browser = await launchChromium()
  const sites = wants('site') ? prepareSites(work, corpora, values.sites?.split(',')) : []
  for await (const site of sites) {
    console.log(`      ${site.name} …`)
    const startedAt = performance.now()
    // Our own sites are small: all of their pages are read, unless a slow machine must do with fewer.
    const count = Number(site.isOwn ? values['own-pages'] : values.pages)
    const outcome = await checkSite(browser, site, count)
    for (const told of tellOnce(outcome.violations)) console.log(`    ${told}`)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `${outcome.failed + outcome.violations.length === 0 ? 'ok  ' : 'FAIL'}  ${site.name}: ${outcome.pages} pages in three ways, ` +
        `${outcome.failed} failed, axe ${outcome.violations.length} ours, ${outcome.authorViolations.length} the author’s, ${seconds} s`,
    )
    totals.pages += outcome.pages
    totals.failed += outcome.failed
    totals.axeViolations += outcome.violations.length
    totals.axeAuthor += outcome.authorViolations.length
    if (site.name === 'components') totals.failed += await playCases(browser, site.out, sample)
    if (values.screenshots !== undefined) await capturePages(browser, site, count, values.screenshots)
  }
  if (wants('site') && values.sites === undefined) totals.failed += await playAuthorCode(browser, work)
  if (wants('dev') || wants('dashboard')) console.log('      bindery dev and the dashboard …')
  if (wants('dev')) totals.failed += await playDev(browser, work)
  if (wants('dashboard')) {
    const byTurns = values.sample === 'half'
    const outcome = await playDashboard(browser, { byTurns, screenshots: values.screenshots })
    totals.pages += outcome.pages
    totals.failed += outcome.failed
    totals.axeViolations += outcome.axeViolations
  }
  console.log(JSON.stringify(totals))
  if ((wants('site') && totals.pages === 0) || totals.failed + totals.axeViolations > 0) process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}
