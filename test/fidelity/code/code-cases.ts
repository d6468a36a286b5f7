import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

type Play = (page: Page) => Promise<void>

/** What a reader does with the components of real sites, by site and page. */
export const codeCases: Record<string, Record<string, Play>> = {
  mintlify: {
    async 'customize/react-components'(page) {
      const more = page.getByRole('button', { name: 'Increase' })
      await more.click()
      await more.click()
      assert.match((await more.locator('xpath=..').textContent()) ?? '', /-\s*2\s*\+/)
      const colors = page.locator('[title^="Click to copy"]')
      await colors.first().waitFor()
      assert.equal(await colors.count(), 5)
      await page.locator('input[type=range]').first().fill('20')
      await page.locator('[title^="Click to copy: hsl(20,"]').first().waitFor()
    },
    async 'assistant/widget'(page) {
      await page.getByText('MintlifyAssistant.init').first().waitFor()
      await page.getByRole('button', { name: 'Next.js' }).click()
      await page.getByText("import Script from 'next/script'").first().waitFor()
    },
    async 'deploy/vercel'(page) {
      await page.locator('bindery-island input').first().fill('acme')
      await page.getByText('https://acme.mintlify.site').first().waitFor()
    },
  },
  wandb: {
    async 'models/app/features/panels'(page) {
      const chat = page.locator('[aria-label="ARIA chat example"]').first()
      await chat.locator('button').first().click()
      await chat.locator('path[d^="M20 6"]').waitFor()
      const copied = await page.locator(':root').evaluate((root) => {
        return root.ownerDocument.defaultView.navigator.clipboard.readText()
      })
      assert.match(copied, /^Add line plot panels/)
    },
    async support(page) {
      await page.waitForURL(/assistant/)
      await page.locator('#help-question').fill('how?')
      await page.getByRole('button', { name: 'Ask AI' }).click()
      await page.waitForURL(/how/)
      // The effect comes after the page.
      await page.locator('form #help-question:not(:placeholder-shown)').waitFor()
      assert.equal(await page.locator('#help-question').inputValue(), 'how?')
    },
  },
}
