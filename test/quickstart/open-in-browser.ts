import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import { launchChromium } from '../support/launch-chromium.ts'

/** Opens a file of the site as from a USB stick: the heading is there, and nothing fails or leaves the disk. */
export async function openInBrowser(file: string, heading: string): Promise<void> {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`))
  page.on('request', (request) => !request.url().startsWith('file:') && faults.push(`left the disk: ${request.url()}`))
  await page.goto(pathToFileURL(file).href)
  assert.equal((await page.locator('h1').first().textContent())?.trim(), heading)
  assert.deepEqual(faults, [])
}
