import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Without the requests of its own that a closed network would refuse. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names that nobody has: a host of many sites on this machine is asked by them.
  '--host-resolver-rules=MAP *.harbor.example 127.0.0.1',
]

/** Debian's. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/** For suites that need minutes before they open the browser. */
export function expectChromium(): void {
  if (existsSync(chromiumPath)) return
  const next = 'Run: deploy/local/install --tests. Or set CHROMIUM to the path of another Chromium.'
  throw new Error(`This suite needs Chromium, and ${chromiumPath} is missing. ${next}`)
}

export function launchChromium(): Promise<Browser> {
  expectChromium()
  return chromium.launch({
    executablePath: chromiumPath,
    args: chromiumArguments,
    timeout: 120_000,
  })
}
