import type { BrowserContext } from 'playwright-core'
import { readSetupCode } from '../../../deploy/local/read-setup-code.ts'
import type { Looks } from './check-looks.ts'
import type { World } from './open-world.ts'

/** The very first visit: the code that the server printed makes the operator, who may look at the whole installation. */
export async function setUp(context: BrowserContext, { service, url }: World, looks: Looks): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await looks.take(page, 'setup')
  await page.getByLabel('Setup code').fill(await readSetupCode(service))
  await page.getByLabel('Your name').fill('Olga Operator')
  await page.getByLabel('Email').fill('olga@example.com')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('a harbor full of boats')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('link', { name: 'Olga Operator' }).waitFor()
}
