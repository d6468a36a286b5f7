/**
 * `npm run screenshots [-- --corpora DIR] [--only NAME,NAME]`: takes the images of docs/images, which show
 * real sites and the dashboard.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCorpora } from '../conformance/unpack-corpus.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { expectTools } from '../support/tools.ts'
import { dashboardPictures } from './dashboard/dashboard-pictures.ts'
import { playDashboard } from './dashboard/play-dashboard.ts'
import { takePictures } from './pictures/picture-book.ts'
import { sitesOf, takeSitePictures } from './pictures/site-pictures.ts'
import { prepareSites } from './site/prepare-sites.ts'

const { values } = parseArgs({ options: { corpora: { type: 'string' }, only: { type: 'string' } } })
const names = values.only?.split(',')
const takesDashboard = Object.values(dashboardPictures).some((name) => names?.includes(name) ?? true)
await expectTools(takesDashboard ? ['chromium', 'services', 'gitea'] : ['chromium'])
const corpora = findCorpora(values.corpora)
const book = takePictures(names)
const work = await mkdtemp(join(tmpdir(), 'bindery-pictures-'))
await using browser = await launchChromium()
try {
  for await (const site of prepareSites(work, corpora, sitesOf(names))) {
    await takeSitePictures(browser, site, book)
  }
  if (takesDashboard) {
    const { failed } = await playDashboard(browser, { book })
    process.exitCode = failed === 0 ? 0 : 1
  }
} finally {
  await rm(work, { recursive: true, force: true })
}
