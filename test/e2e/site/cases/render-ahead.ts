import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchTabBrowser, type Tab, type TabBrowser, until } from '../../../support/open-tab.ts'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const names = Array.from({ length: 35 }, (_, index) => `page-${index + 1}`)
const tabs = `<Tabs><Tab title="One">First.</Tab><Tab title="Two">Second.</Tab></Tabs>`
const linkTo = (name: string) => `.sidebar a[href*="${name}"]`

export const renderAhead: Case = {
  promise:
    'a page that a reader points at is rendered ahead on a quick machine, shown as it was chosen since, and asks no other host before',
  async keep() {
    await using browser = await launchTabBrowser({ height: 700 })
    await showAsChosen(browser)
    await showScreenFirst(browser)
    await askNobody(browser)
    await leaveAuthorCode(browser)
    await leaveSlowPages(browser)
  },
}

/** Light or dark, tabs, an announcement that was closed, and the place of the sidebar, each chosen after the page was rendered. */
async function showAsChosen(browser: TabBrowser): Promise<void> {
  await using site = await buildCaseSite({
    'docs.json': {
      name: 'Ahead',
      banner: { content: 'New.', dismissible: true },
      navigation: { groups: [{ group: 'All', pages: [{ group: 'Folded', pages: ['inside'] }, ...names] }] },
    },
    ...Object.fromEntries([...names, 'inside'].map((name) => [`${name}.mdx`, plainPage(name, tabs)])),
  })
  await using tab = await browser.openTab()
  await tab.goto(`${site.url}page-20.html`)
  await tab.read(`document.querySelector('.sidebar').scrollTop = 260`)
  await pointAndWait(tab, 'page-21')
  await until(() => tab.readAhead(isPrepared))
  await tab.click(await tab.pointAt('.theme-button'))
  await tab.click(await tab.pointAt('.banner-close'))
  await tab.read(`document.querySelectorAll('.tab-radio')[1].click()`)
  await tab.read(`document.querySelector('.sidebar summary').click()`)
  const chosen = await tab.read<Shown>(readShown)
  assert.deepEqual([chosen.theme, chosen.tab, chosen.isClosed, chosen.isOpen], ['dark', 'Two', true, true])
  const place = await tab.pointAt(linkTo('page-21'))
  const top = await tab.read<number>(`document.querySelector('.sidebar').scrollTop`)
  await tab.click(place)
  await untilShown(tab, 'page-21')
  await until(() => tab.read(`document.querySelector('.sidebar').scrollTop > 0`))
  const shown = await tab.read<Shown>(readShown)
  assert.ok(shown.isAhead, 'the page was rendered only after the click')
  assert.deepEqual({ ...shown, isAhead: false }, { ...chosen, top })
  // One at a time: a page that nobody opened makes room for the next.
  await pointAndWait(tab, 'page-22')
  await pointAndWait(tab, 'page-23')
  assert.equal(await tab.read(`document.querySelectorAll('a[data-bindery-ahead=render]').length`), 1)
}

/** All that the script does to a page is done before the click: what is left for then is to paint it. */
const isPrepared = `document.prerendering &&
  document.querySelector('.sidebar').scrollTop > 0 &&
  document.querySelector('script[type=speculationrules]') !== null`

interface Shown {
  theme: string
  tab: string
  isClosed: boolean
  isOpen: boolean
  top: number
  isAhead: boolean
}

const readShown = `({
  theme: document.documentElement.dataset.binderyTheme ?? '',
  tab: document.querySelector('.tab-radio:checked').value,
  isClosed: document.documentElement.hasAttribute('data-bindery-dismissed'),
  isOpen: document.querySelector('.sidebar details').open,
  top: document.querySelector('.sidebar').scrollTop,
  isAhead: performance.getEntriesByType('navigation')[0].activationStart > 0,
})`

/** A long page: its first screen is ready at the click, and all of it at once where the address leads to a section. */
async function showScreenFirst(browser: TabBrowser): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, index) => `<div style={{ height: 20 }}>Row ${index}</div>`)
  await using site = await buildCaseSite({
    'docs.json': { name: 'Long', navigation: { pages: ['index', 'rows'] } },
    'index.mdx': plainPage('Home', '[To its end](/rows#end)'),
    'rows.mdx': plainPage('Rows', `## Start\n\n${rows.join('\n\n')}\n\n## End\n\n${rows[0]}`),
  })
  await using tab = await browser.openTab()
  await tab.goto(`${site.url}index.html`)
  const place = await pointAndWait(tab, 'rows')
  const early = await tab.readAhead<Rows>(readRows)
  assert.ok(early?.isScreenFull, 'a page that is rendered ahead does not fill the screen')
  assert.ok(!early.isWhole, 'a page is rendered ahead further than it is seen')
  await until(async () => (await tab.readAhead<string>(readSection)) === 'Start')
  await tab.click(place)
  await untilShown(tab, 'Rows')
  await until(async () => (await tab.read<Rows>(readRows)).isWhole)
  await tab.goto(`${site.url}index.html`)
  await pretendLoading(tab, 100)
  await tab.pointAt('a[href*="#end"]')
  await until(async () => (await tab.readAhead<Rows>(readRows))?.isWhole)
}

const readSection = `document.querySelector('.contents [aria-current]')?.textContent`

interface Rows {
  isScreenFull: boolean
  isWhole: boolean
}

const readRows = `(() => {
  const shown = [...document.querySelectorAll('.prose > *')].filter((block) => block.checkVisibility())
  return {
    isScreenFull: shown.at(-1)?.getBoundingClientRect().bottom >= innerHeight,
    isWhole: document.readyState === 'complete' && shown.length > 100,
  }
})()`

async function askNobody(browser: TabBrowser): Promise<void> {
  const asked: string[] = []
  const other = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(404).end()
  })
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  try {
    const host = `http://localhost:${(other.address() as AddressInfo).port}`
    const film = `<video poster="${host}/poster.png" src="${host}/film.mp4" controls></video>`
    const text = `![First](${host}/first.png)\n\n<img src="${host}/eager.png" loading="eager" />\n\n${film}`
    const styled = `<div style={{ backgroundImage: "url(${host}/style.png)", height: 20 }}>Text.</div>`
    await using site = await buildCaseSite({
      'docs.json': { name: 'Alone', logo: `${host}/logo.png`, navigation: { pages: ['index', 'far'] } },
      'index.mdx': plainPage('Home', '<a href="/far" data-bindery-ahead="render">Marked</a>'),
      'far.mdx': plainPage('Far', `${text}\n\n${styled}`),
    })
    await using tab = await browser.openTab()
    await tab.goto(`${site.url}index.html`)
    assert.equal(
      await tab.read(`document.querySelectorAll('[data-bindery-ahead]').length`),
      0,
      'an author marked a link',
    )
    await until(async () => asked.includes('/logo.png'))
    asked.length = 0
    const place = await pointAndWait(tab, 'far')
    assert.equal(asked.join(' '), '', 'another host was asked for a page that is not shown')
    await tab.click(place)
    await untilShown(tab, 'Far')
    await until(async () => ['/first.png', '/eager.png', '/poster.png'].every((path) => asked.includes(path)))
  } finally {
    other.closeAllConnections()
    other.close()
  }
}

/** An author's script would run on a page that nobody reads: such a site only fetches. */
async function leaveAuthorCode(browser: TabBrowser): Promise<void> {
  const files = {
    'docs.json': { name: 'Code', navigation: { pages: ['index', 'next'] } },
    'index.mdx': plainPage('Home'),
    'next.mdx': plainPage('Next'),
    'stats.js': `localStorage.setItem('ran', (localStorage.getItem('ran') ?? '') + document.title)`,
  }
  await using site = await buildCaseSite(files, ['--author-code', 'browser'])
  await using tab = await browser.openTab()
  await tab.goto(`${site.url}index.html`)
  const place = await tab.pointAt(linkTo('next'))
  await tab.read(`new Promise((done) => setTimeout(done, 1000))`)
  assert.equal(await tab.readAhead('location.href'), undefined, 'a page with a script of its author was rendered ahead')
  assert.equal(await tab.read(`localStorage.getItem('ran')`), 'Home · Code')
  await tab.click(place)
  await untilShown(tab, 'Next')
  const entry = `performance.getEntriesByType('navigation')[0]`
  assert.deepEqual(await tab.read(`[${entry}.deliveryType, ${entry}.activationStart]`), ['navigational-prefetch', 0])
}

/** Where a page takes long, the next one would not be ready at the click: it is shown sooner if it is only fetched. */
async function leaveSlowPages(browser: TabBrowser): Promise<void> {
  await using site = await buildCaseSite({
    'docs.json': { name: 'Slow', navigation: { pages: ['index', 'next'] } },
    'index.mdx': plainPage('Home'),
    'next.mdx': plainPage('Next'),
  })
  await using tab = await browser.openTab()
  await tab.goto(`${site.url}index.html`)
  await pretendLoading(tab, 400)
  const place = await tab.pointAt(linkTo('next'))
  await until(() => tab.read(`document.querySelectorAll('a[data-bindery-ahead=""]').length`))
  await tab.read(`new Promise((done) => setTimeout(done, 500))`)
  assert.equal(await tab.readAhead('location.href'), undefined, 'a slow page rendered another one ahead')
  // A network that is slow for the first page's files is not: the next page has them.
  await tab.goto(`${site.url}index.html`)
  await pretendLoading(tab, 100, 300)
  await tab.pointAt('.site-header')
  await tab.pointAt(linkTo('next'))
  await until(() => tab.readAhead(`location.pathname.includes('next')`))
  await tab.click(place)
  await untilShown(tab, 'Next')
}

/** However long the page took on the machine of this test: the milliseconds of its own work, after its files had come. */
function pretendLoading(tab: Tab, ms: number, filesMs = 0): Promise<void> {
  const entries = {
    navigation: [{ responseEnd: 0, domContentLoadedEventEnd: filesMs + ms }],
    resource: [{ name: '/site.js', responseEnd: filesMs }],
  }
  return tab.read(`void (performance.getEntriesByType = (type) => (${JSON.stringify(entries)})[type])`)
}

async function pointAndWait(tab: Tab, name: string) {
  await pretendLoading(tab, 100)
  const place = await tab.pointAt(linkTo(name))
  const expression = `location.pathname.includes(${JSON.stringify(name)}) && document.readyState === 'complete'`
  await until(() => tab.readAhead(expression))
  return place
}

function untilShown(tab: Tab, title: string): Promise<void> {
  return until(() => tab.read(`document.readyState === 'complete' && document.title.startsWith('${title} ')`))
}
