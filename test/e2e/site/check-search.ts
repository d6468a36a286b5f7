import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { SampledPage } from './sample-pages.ts'

/** As a reader would remember it: some words in a row, or as many characters of a script without spaces. */
const words = 12
const characters = 24
/** As a host sends it; from a disk nothing is downloaded. */
const mostBytes = 300_000

/** Looks for a phrase of the page by keyboard, and says what is not as it should be. */
export async function checkSearch(page: Page, { file, isSearched, isGenerated }: SampledPage): Promise<string[]> {
  if (!isSearched || !(await isListed(page))) return []
  // Descriptions of APIs say the same on many pages; the name of an operation is its own.
  const phrase = isGenerated
    ? ((await page.locator('h1').first().textContent()) ?? undefined)
    : await choosePhrase(page)
  if (phrase === undefined) return []
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/_bindery/search')) return
    // One that is still on its way when the page is closed was not needed to find the phrase.
    const size = response.body().then(
      (body) => gzipSync(body).length,
      () => 0,
    )
    sizes.push(size)
  })
  await page.keyboard.press('/')
  await page.locator('.search-dialog[open]').waitFor()
  await page.locator('.search-input').fill(phrase)
  const addresses = [quote(file), quote(file.replace(/\.html$/, ''))]
  const links = addresses.flatMap((address) => [`a[href$="${address}"]`, `a[href*="${address}#"]`])
  const found = page.locator('.search-results').locator(links.join())
  const isFound = await found
    .first()
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false)
  if (!isFound) return [`a search for “${phrase}” does not lead here`]
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  if (bytes > mostBytes && page.url().startsWith('http'))
    return [`a search for “${phrase}” loaded ${bytes} bytes, more than ${mostBytes}`]
  await page.keyboard.press('Escape')
  return []
}

/** A page that no navigation names is in no search, and no entry of its sidebar is the current one. */
async function isListed(page: Page): Promise<boolean> {
  const sidebar = page.locator('.sidebar')
  return (await sidebar.count()) === 0 || (await sidebar.locator('[aria-current="page"]').count()) > 0
}

/** Results hold addresses as they are written: each part of the path encoded; a host leaves out `.html`. */
function quote(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/').replaceAll('"', '\\"')
}

async function choosePhrase(page: Page): Promise<string | undefined> {
  // Notes and quotations are often the same on many pages.
  const texts = await page.locator('article p:not([role=note] p, blockquote p)').allInnerTexts()
  const longest = texts.map((text) => text.replace(/\s+/g, ' ').trim()).sort((a, b) => b.length - a.length)[0]
  if (longest === undefined || longest.length < characters) return undefined
  const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(longest)
  return isUnspaced ? longest.slice(0, characters) : longest.split(' ').slice(0, words).join(' ')
}
