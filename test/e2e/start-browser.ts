import { type Browser, chromium } from 'playwright-core'

/** Nothing but what a page asks for leaves this browser: no updates, no background traffic, no profile of an earlier run. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of the system. A browser that is missing fails the suite. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: flags, timeout: 120_000 })
}
