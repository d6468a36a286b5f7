import type { Case } from '../case.ts'

export const revealTarget: Case = {
  promise: 'a link to a place inside a closed accordion or a hidden tab opens it',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}components.html`)
    const answer = page.getByText('Yes, in the inner basin.')
    const panel = page.getByText('Use the installer.')
    await answer.waitFor({ state: 'hidden' })
    await panel.waitFor({ state: 'hidden' })

    await page.goto(`${base}components.html#may-i-stay-in-the-boat`)
    await answer.waitFor()
    await page.goto(`${base}components.html#windows`)
    await panel.waitFor()
  },
}
