import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const [wide, phone] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const words = 'const one = 1; const two = 2; const three = 3;'
const long = 'const long = 1; '.repeat(30)

export const reachScrollers: Case = {
  promise: 'code that scrolls is reached by keyboard: in a narrower window too, and in a tab that was closed before',
  async keep({ browser }) {
    const tabs = `<Tabs>\n<Tab title="One">Text.</Tab>\n<Tab title="Two">\n\n\`\`\`js\n${long}\n\`\`\`\n\n</Tab>\n</Tabs>`
    await using site = await buildCaseSite({
      'docs.json': { name: 'Code', navigation: { pages: ['index'] } },
      'index.mdx': plainPage('Code', `\`\`\`js\n${words}\n\`\`\`\n\n${tabs}`),
    })
    await using context = await browser.newContext({ viewport: wide })
    const page = await context.newPage()
    await page.goto(`${site.url}index.html`)
    const [short, hidden] = [page.locator('.code pre').first(), page.locator('.tab-panel .code pre')]
    const reached = ':is(pre[tabindex="0"])'
    await page.locator('.tab-label', { hasText: 'Two' }).click()
    await hidden.and(page.locator(reached)).waitFor()
    assert.equal(await short.getAttribute('tabindex'), null)
    assert.equal(await readBackground(short), 'none')
    await page.setViewportSize(phone)
    await short.and(page.locator(reached)).waitFor()
    assert.match(await readBackground(short), /gradient/)
    await page.setViewportSize(wide)
    await page.locator('pre:not([tabindex])', { hasText: 'three' }).waitFor()
  },
}

function readBackground(code: Locator): Promise<string> {
  return code.evaluate((pre) => pre.ownerDocument.defaultView.getComputedStyle(pre).backgroundImage)
}
