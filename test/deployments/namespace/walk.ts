/** `node walk.ts ROOM.json`, inside the namespace: walks all sites of the room and prints what was counted. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { checkPage } from '../../e2e/site/check-page.ts'
import { listHints } from './list-hints.ts'
import { readNetLog } from './read-net-log.ts'
import type { Room, RoomSite, Walked } from './room.ts'
import { serveTraced } from './serve-traced.ts'
import { readAttempts, startTraced } from './trace-process.ts'

const controlHost = 'picture.invalid'
const room = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Room
const netLog = join(room.work, 'chromium.json')
const walked: Walked = { pages: 0, hostConnects: 0, siteRequestsOutside: 0, browserOwn: [], faults: [] }

await tryTrace()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  // What Chromium asks about forms it asks in the name of their page. Only with the second feature its shell writes down
  // for which page.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-features=AutofillServerCommunication',
    '--enable-features=PartitionConnectionsByNetworkIsolationKey',
    `--log-net-log=${netLog}`,
  ],
  timeout: 120_000,
})
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
for (const site of room.sites) await walkSite(context, site)
// The record is whole when the browser has ended.
await browser.close()
await countHosts()
console.log(JSON.stringify(walked))

/** A counter that counts nothing would count nothing of the host either. */
async function tryTrace(): Promise<void> {
  const trace = join(room.work, 'control.trace')
  const asking = `fetch('http://name.invalid').catch(() => {}); require('net').connect(80, '192.0.2.1').on('error', () => {})`
  const child = startTraced(['--eval', asking], trace)
  child.stdout?.resume()
  await once(child, 'exit')
  const attempts = await readAttempts(trace)
  const isSeen = attempts.some((call) => call.includes('192.0.2.1')) && attempts.length >= 2
  if (!isSeen) walked.faults.push('control: a process that asked for a name and an address outside was not seen')
}

async function walkSite(context: BrowserContext, site: RoomSite): Promise<void> {
  const host = await serveTraced(site, room.work)
  if (walked.pages === 0) await askOutside(context, host.internalUrl)
  const isInside = (url: string) => url.startsWith(host.url) || /^(?:data|blob|about):/.test(url)
  const note = (request: { url(): string }) => {
    if (isInside(request.url())) return
    walked.siteRequestsOutside++
    walked.faults.push(`${site.name}: a page asked for ${request.url()}`)
  }
  context.on('request', note)
  for (const page of site.pages) {
    const { faults } = await checkPage(context, [{ name: site.name, base: host.url }], page)
    const hints = await listHints(host.url + encodeURI(page.file))
    walked.siteRequestsOutside += hints.length
    walked.faults.push(...faults, ...hints.map((hint) => `${page.file} would have browsers connect ahead: ${hint}`))
    walked.pages++
  }
  context.off('request', note)
  const attempts = await host.stop()
  walked.hostConnects += attempts.length
  walked.faults.push(...attempts.map((call) => `${site.name}: the host called ${call}`))
}

/** The same for pages: this one's host must be found in the record. */
async function askOutside(context: BrowserContext, base: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${base}/healthz`)
  await page.setContent(`<img src="https://${controlHost}/">`)
  await page.close()
}

async function countHosts(): Promise<void> {
  const { byPages, byBrowser } = await readNetLog(netLog)
  if (!byPages.includes(controlHost)) walked.faults.push(`control: a page that asked for ${controlHost} was not seen`)
  const outside = byPages.filter((host) => host !== controlHost)
  walked.siteRequestsOutside += outside.length
  walked.faults.push(...outside.map((host) => `a page looked for ${host}`))
  walked.browserOwn = [...new Set(byBrowser)].sort()
}
