import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

interface ComponentCase {
  promise: string
  page: string
  keep(page: Page): Promise<void>
}

async function shows(locator: Locator, text: string): Promise<void> {
  await locator.filter({ hasText: new RegExp(`^${text}$`) }).waitFor({ timeout: 30_000 })
}

/** As much of an element as is looked at. */
interface Shown {
  querySelectorAll(selector: string): Iterable<{ classList: Iterable<string> }>
}

/** The classes of the site that a component shows, without those that only a build can give. */
function listClasses(board: Shown): string[] {
  const shown = [...board.querySelectorAll('[class]')].flatMap((element) => [...element.classList])
  return [...new Set(shown)]
    .filter((name) => /^(?:card|columns|callout|tab|accordion|step|code$|code-title|icon)/.test(name))
    .sort()
}

/** What a reader does with the components of `fixtures/author-code`. */
export const components: ComponentCase[] = [
  {
    promise: 'state and memo, in a component of the page itself',
    page: 'index.html',
    async keep(page) {
      const counter = page.locator('.counter').first()
      await shows(counter.locator('output'), '5 / 10')
      await counter.locator('button').click()
      await shows(counter.locator('output'), '7 / 14')
    },
  },
  {
    promise: 'effects, context, a memo of another file and what the page puts in',
    page: 'index.html',
    async keep(page) {
      const panel = page.locator('.panel[data-mounted="true"]')
      await shows(panel.locator('.ctx'), 'given')
      await shows(panel.locator('.label'), 'A </script> title')
      assert.equal(await panel.locator('svg.icon').count(), 1)
      assert.equal(await page.title(), 'effect ran')
      assert.equal(await panel.locator('a.to').getAttribute('href'), 'deep/page.html')
      assert.equal(await panel.locator('h2#inside').count(), 1)
    },
  },
  {
    promise: 'a component inside another',
    page: 'index.html',
    async keep(page) {
      const counter = page.locator('.panel .counter')
      await counter.locator('button').click()
      await counter.locator('button').click()
      await shows(counter.locator('output'), '2 / 4')
    },
  },
  {
    promise: 'a reducer opens and closes what the page put in',
    page: 'index.html',
    async keep(page) {
      const toggle = page.locator('.toggle')
      assert.equal(await toggle.getByText('Hidden text').count(), 0)
      for (const count of [1, 0, 1]) {
        await toggle.locator('button').click()
        await page.locator(`.toggle button[aria-expanded="${count === 1}"]`).waitFor()
        assert.equal(await toggle.getByText('Hidden text').count(), count)
      }
      assert.equal(await toggle.locator('a').getAttribute('href'), 'plain.html')
    },
  },
  {
    promise: 'a form with an input, a list, a condition and a ref',
    page: 'index.html',
    async keep(page) {
      const items = page.locator('.items')
      await items.locator('input').fill('three')
      await items.locator('input').press('Enter')
      await items.locator('.many').waitFor()
      assert.deepEqual(await items.locator('li').allTextContents(), ['one', 'two', "it's & <b>", 'three'])
      assert.equal(await items.locator('input').evaluate((input) => input === input.ownerDocument.activeElement), true)
    },
  },
  {
    promise: 'a component of a snippet, with files and classes that come later',
    page: 'deep/page.html',
    async keep(page) {
      const later = page.locator('.later')
      await shows(later.locator('span'), 'one')
      await later.locator('button').click()
      await shows(later.locator('span'), 'two')
      const color = await later.locator('span').evaluate((span) => {
        return span.ownerDocument.defaultView.getComputedStyle(span).color
      })
      assert.equal(color, 'rgb(18, 52, 86)')
      await later.locator('button').click()
      const picture = later.locator('.late-picture')
      await picture.waitFor()
      assert.match((await picture.getAttribute('src')) ?? '', /^\.\.\/_bindery\/assets\/dot-\w+\.svg$/)
    },
  },
  {
    promise: 'components of the site look inside a component as they did in its first state',
    page: 'board.html',
    async keep(page) {
      const board = page.locator('.board')
      const shape = () => board.evaluate(listClasses)
      const live = await shape()
      await board.getByRole('button', { name: 'next' }).click()
      await shows(board.locator('.card-title').first(), 'Card 2')
      assert.equal(await board.locator('a.card-link').getAttribute('href'), 'plain.html')
      assert.equal(await board.locator('.callout-warning .callout-icon svg use').count(), 1)
      await board.locator('.tab-label', { hasText: 'Second' }).click()
      await board.getByText('Panel two of 2').waitFor()
      assert.equal(await board.getByText('Panel one of 2').isVisible(), false)
      await board.locator('summary', { hasText: 'More' }).click()
      await board.getByText('Inside 2').waitFor()
      await shows(board.locator('pre code'), 'echo 2')
      const first = await page.context().browser()?.newPage({ javaScriptEnabled: false })
      await first?.goto(page.url())
      assert.deepEqual(live, await first?.locator('.board').evaluate(listClasses))
      await first?.close()
    },
  },
  {
    promise: 'a component that fails leaves its first state, and the others',
    page: 'deep/page.html',
    async keep(page) {
      await page.locator('.items').waitFor()
      await shows(page.locator('.broken'), 'first state 0')
    },
  },
  {
    promise: 'a script of the docs folder runs on every page, and asks no other host',
    page: 'plain.html',
    async keep(page) {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.reload()
      await page.locator('body[data-script="ran"]').waitFor()
      assert.equal(
        asked.some((url) => url.includes('example.com')),
        false,
      )
      assert.equal(await page.locator('script[src*="components-"]').count(), 0)
    },
  },
]
