import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const placeBeside: Case = {
  promise: 'an example stands beside the text where there is room, and in its place on a phone',
  async keep({ browser, base }) {
    for (const width of [1440, 390]) {
      await using context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${base}fields.html`)
      const text = await page.locator('.beside-text').first().boundingBox()
      const side = await page.locator('.beside-side').boundingBox()
      assert.ok(text && side)
      const isBeside = side.x >= text.x + text.width && Math.abs(side.y - text.y) < 2
      assert.equal(isBeside, width === 1440)
      if (isBeside) assert.equal(await page.locator('.contents-side').isVisible(), false)
    }
  },
}
