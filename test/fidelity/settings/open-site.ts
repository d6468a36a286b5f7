import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Shown } from './effects.ts'

/** A built site as Chromium shows it; each page is opened once in each mode. */
export function openSite(browser: Browser, url: string, folder: string, shownPath = 'index.html'): Shown {
  const pages = new Map<string, Promise<Page>>()
  const open = async (mode: 'light' | 'dark', path: string) => {
    const page = await browser.newPage({ colorScheme: mode, viewport: { width: 1440, height: 900 } })
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    return page
  }
  const pageOf = (mode: 'light' | 'dark', path: string) => {
    const opened = pages.get(`${mode} ${path}`) ?? open(mode, path)
    pages.set(`${mode} ${path}`, opened)
    return opened
  }
  const ask = async (mode: 'light' | 'dark', selector: string, script: string): Promise<string> =>
    (await pageOf(mode, shownPath)).evaluate(`(${script})(document.querySelector(${JSON.stringify(selector)}))`)
  return {
    file: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''),
    searched: (text) =>
      readdirSync(join(folder, '_bindery/search'), { recursive: true, withFileTypes: true }).some(
        (file) => file.isFile() && readFileSync(join(file.parentPath, file.name), 'utf8').includes(text),
      ),
    style: (mode, selector, property) => {
      const [element = '', pseudo] = selector.split(/(?=::)/)
      return ask(mode, element, readStyle(property, pseudo))
    },
    color: (mode, selector, property) => ask(mode, selector, readColor(property)),
    token: async (mode, name) => (await pageOf(mode, shownPath)).evaluate(readToken(name)),
    found: async (word) => {
      const page = await open('light', shownPath)
      await page.locator('.search-button').click()
      await page.locator('.search-input').fill(word)
      const results = page.locator('.search-results a')
      await results.first().waitFor()
      return await results.locator('.search-title').allTextContents()
    },
    isClosed: async (selector, target) => {
      const page = await open('light', 'index.html')
      await page.locator(selector).click()
      await page.reload()
      return !(await page.locator(target).isVisible())
    },
    isLoaded: async (family) =>
      (await pageOf('light', 'index.html')).evaluate(
        `[...document.fonts].some((face) => face.family.includes(${JSON.stringify(family)}) && face.status === 'loaded')`,
      ),
  }
}

// They run in the page, whose types these files do not know.
const readStyle = (property: string, pseudo = '') =>
  `(element) => getComputedStyle(element, ${JSON.stringify(pseudo)}).getPropertyValue(${JSON.stringify(property)})`

/** What a fill of the color would be. */
const readToken = (name: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.setProperty('background-color', 'var(--${name})')
  return (${readColor('background-color')})(probe)
})()`

/** A computed color may be written in any space: what a canvas paints with it is not. */
function readColor(property: string): string {
  return `(element) => {
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.fillStyle = getComputedStyle(element).getPropertyValue(${JSON.stringify(property)})
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].join()
}`
}
