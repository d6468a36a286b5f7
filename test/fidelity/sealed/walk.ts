/** Runs where there is no network but the loopback: opens pages of a folder, and says what they asked and showed. */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'

export interface Walk {
  folder: string
  /** Files of the pages. */
  pages: string[]
}

export interface Walked {
  pages: number
  /** Requests for anything but the site. */
  outside: string[]
  /** Pictures of other hosts that were shown, and those that were not. */
  shown: number
  broken: string[]
}

/** Runs in the page, whose types this file does not know. */
const showPictures = `(async () => {
  const remote = [...document.images].filter((image) => image.src.includes('/_bindery/assets/remote-'))
  for (const image of remote) image.loading = 'eager'
  await Promise.allSettled(remote.map((image) => image.decode()))
  return remote.map((image) => ({ src: image.src, isShown: image.complete && image.naturalWidth > 0 }))
})()`

const [plan = ''] = process.argv.slice(2)
const { folder, pages } = JSON.parse(readFileSync(plan, 'utf8')) as Walk
const walked: Walked = { pages: pages.length, outside: [], shown: 0, broken: [] }
{
  await using server = await serveFolder(folder)
  await using browser = await launchChromium()
  await mapAtOnce(pages, 2, (file) => visit(browser, server.url, file))
}
console.log(JSON.stringify(walked))

async function visit(browser: Browser, base: string, file: string): Promise<void> {
  const page = await browser.newPage()
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !url.startsWith('data:')) walked.outside.push(`${file} ${url}`)
  })
  await page.goto(`${base}${file.split('/').map(encodeURIComponent).join('/')}`, { waitUntil: 'load' })
  const pictures = (await page.evaluate(showPictures)) as { src: string; isShown: boolean }[]
  for (const { src, isShown } of pictures) {
    if (isShown) walked.shown += 1
    else walked.broken.push(`${file} ${src}`)
  }
  await page.close()
}
