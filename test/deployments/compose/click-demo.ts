import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Product } from './follow-readme.ts'

const domain = 'demo.example.com'
// A busy machine is slow, but what takes so long never comes.
const patienceMs = 180_000

/** The first visit: set up, start an export, download its bundle, ask the agent, open its pull request, make a key. */
export async function clickDemo(browser: Browser, product: Product, screenshots: string | undefined) {
  const { address, setupCode, shell } = product
  await using context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const show = async (name: string) => {
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`) })
  }
  const began = performance.now()
  await setUp(page, address, setupCode)
  await page.getByRole('link', { name: 'Operator', exact: true }).click()
  await page.getByRole('link', { name: 'Demo', exact: true }).click()
  await startExport(page)
  await show('dashboard-export')
  const bundleBytes = await downloadBundle(page, shell)
  const secondsToBundle = (performance.now() - began) / 1000
  const pullRequest = await askAgent(page)
  await show('pull-request')
  await page.goBack()
  const readKey = await createKey(page)
  return { secondsToBundle, readKey, found: { bundleBytes, pullRequest } }
}

async function setUp(page: Page, address: string, code: string): Promise<void> {
  await page.goto(`${address}/setup`)
  await page.getByLabel('Setup code').fill(code)
  await page.getByLabel('Your name').fill('Olga Operator')
  await page.getByLabel('Email').fill('olga@example.com')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('a harbor full of boats')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('link', { name: 'Olga Operator' }).waitFor()
}

async function startExport(page: Page): Promise<void> {
  await openSection(page, 'Exports')
  await page.getByRole('link', { name: 'Start an export' }).first().click()
  await page.getByLabel('Domain').selectOption(domain)
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByRole('button', { name: 'Get a bundle link' }).waitFor()
}

/** With curl, which takes names below localhost for this machine, as browsers do. */
async function downloadBundle(page: Page, shell: Product['shell']): Promise<number> {
  await page.getByRole('button', { name: 'Get a bundle link' }).click()
  const link = (await page.getByRole('link', { name: /^Download/ }).getAttribute('href')) ?? ''
  await shell('curl --fail --silent --show-error --output bundle.tar.gz "$LINK"', { LINK: link })
  const [digest = '', bytes] = (await shell('sha256sum <bundle.tar.gz; stat --format %s bundle.tar.gz')).split(/[\s-]+/)
  if (!(await page.locator('main').textContent())?.includes(digest)) throw new Error('The bundle has another digest.')
  return Number(bytes)
}

async function askAgent(page: Page): Promise<string> {
  await openSection(page, 'Agent jobs')
  await page.getByRole('link', { name: 'New agent job' }).first().click()
  await page.getByLabel('What should change?').fill('Say in the quickstart how long it takes.')
  await page.getByRole('button', { name: 'Start agent job' }).click()
  const link = page.getByRole('link', { name: /^Pull request/ }).first()
  await link.waitFor()
  await page.locator('dd', { hasText: /^Demo model$/ }).waitFor()
  const href = (await link.getAttribute('href')) ?? ''
  await page.goto(href)
  await page.locator('ins', { hasText: 'edited by the Demo model' }).waitFor()
  return new URL(href).pathname
}

async function createKey(page: Page): Promise<string> {
  await openSection(page, 'API keys')
  await page
    .getByRole('link', { name: /New|Create|Make/ })
    .first()
    .click()
  await page.getByLabel('Name').fill('host')
  await page.getByRole('button', { name: 'Create key' }).click()
  return (await page.locator('.once code').textContent()) ?? ''
}

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name }).click()
}
