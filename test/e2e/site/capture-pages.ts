import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../serve-folder.ts'
import type { BuiltSite } from './prepare-sites.ts'
import { samplePages } from './sample-pages.ts'
import { visitPage } from './visit-page.ts'

const widths = { desk: 1440, phone: 390 }

/** Pictures of the site's pages for people to look at: wide and narrow, light and dark. */
export async function capturePages(browser: Browser, site: BuiltSite, count: number, folder: string): Promise<void> {
  await using server = await serveFolder(site.out)
  for (const [device, width] of Object.entries(widths)) {
    await using context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    for (const { file } of await samplePages(site, count)) {
      const { page } = await visitPage(context, server.url, file)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const name = `${site.name}-${file.replace(/\.html$/, '').replaceAll('/', '-')}-${device}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, name), fullPage: true })
      }
      await page.close()
    }
  }
}
