import type { Case } from '../case.ts'

export const revealTarget: Case = {
  promise:
    'a link to a place inside a closed accordion or a hidden tab opens it, and opening an accordion gives its address',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}components.html`)
    const answer = page.getByText('Yes, in the inner basin.')
    const panel = page.getByText('Use the installer.')
    await answer.waitFor({ state: 'hidden' })
    await panel.waitFor({ state: 'hidden' })

    await page.locator('summary', { hasText: 'May I stay in the boat' }).click()
    await answer.waitFor()
    if (new URL(page.url()).hash !== '#may-i-stay-in-the-boat') throw new Error(`The address is ${page.url()}.`)
    await page.goto(`${base}components.html`)
    await answer.waitFor({ state: 'hidden' })

    await page.goto(`${base}components.html#may-i-stay-in-the-boat`)
    await answer.waitFor()
    await page.goto(`${base}components.html#windows`)
    await panel.waitFor()
  },
}
