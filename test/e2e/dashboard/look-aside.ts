import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Looks } from './check-looks.ts'
import type { World } from './open-world.ts'

/** The pages that no link of ours leads to: those of links that people are sent, and those of problems. */
export async function lookAside(browser: Browser, operator: BrowserContext, world: World, looks: Looks): Promise<void> {
  const { url, organization, service } = world
  const page = await operator.newPage()
  await page.goto(`${url}/dashboard/${organization}/people`)
  await page.getByLabel('Email').fill('ivy@example.com')
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await looks.take(page, 'invited')
  const invitation = (await page.locator('.once code').textContent()) ?? ''
  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await looks.take(page, 'codes')
  await page.goto(`${url}/dashboard/${organization}/nowhere`)
  await looks.take(page, 'not-found')
  await expectPage(page, `${url}/nowhere`, 'Page not found')
  await keepConfirmation(page, world)
  await page.close()
  const reset = await service.admin<{ link: string }>(['user', 'reset', 'olga@example.com'])
  await using stranger = await browser.newContext()
  const other = await stranger.newPage()
  for (const [name, link] of [
    ['invitation', invitation],
    ['reset', reset.link],
  ] as const) {
    await openLink(other, new URL(link, url).href)
    await looks.take(other, name)
  }
}

/** A confirmation stays open, with its focus, while the list around it changes. */
async function keepConfirmation(page: Page, { url, organization, service }: World): Promise<void> {
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await client.connect()
  // No worker knows of these.
  const queue = async () => {
    const id = `se_${randomBytes(8).toString('hex')}`
    await client.query(
      `insert into export (id, organization_id, project_id, domain)
       select $1, organization_id, project_id, name from domain where organization_id = $2 limit 1`,
      [id, organization],
    )
    return id
  }
  try {
    const id = await queue()
    await page.goto(`${url}/operator`)
    await page.locator(`#cancel-${id} summary`).click()
    const confirm = page.locator(`#cancel-${id}`).getByRole('button', { name: 'Cancel export' })
    await confirm.focus()
    await page.locator(`#cancel-${await queue()}`).waitFor()
    const isFocused = await confirm.evaluate((button) => button.matches(':focus'))
    if (!(await confirm.isVisible()) || !isFocused) throw new Error('An update closed a confirmation on /operator.')
  } finally {
    await client.query(`delete from export where status = 'queued'`)
    await client.end()
  }
}

/** A browser gets a page wherever it goes; only programs get JSON. */
async function expectPage(page: Page, url: string, heading: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { name: heading }).waitFor()
}

async function openLink(page: Page, link: string): Promise<void> {
  const answer = await page.goto(link)
  if (answer?.status() !== 200) throw new Error(`${link} answered ${answer?.status()}`)
}
