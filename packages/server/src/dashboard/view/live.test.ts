import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const none = () => []

/** As much of a page as the script touches while a job ends; the whole of it is played in test/e2e/dashboard. */
function openPage(pageNow: { title: string }) {
  const part = { replaceChildren() {}, remove() {}, contains: () => false, querySelectorAll: none, childNodes: [] }
  const place = { ...part, isConnected: true, dataset: { live: '/live', revision: '1' } as Record<string, string> }
  const document = {
    title: 'Explain the flag. · Acme · Bindery',
    querySelector: () => part,
    querySelectorAll: (what: string) => (what === '[data-live]' ? [place] : []),
  }
  class DOMParser {
    parseFromString(text: string) {
      const ended = { ...part, dataset: { revision: '2' } }
      return { title: pageNow.title, querySelector: () => (text === 'fragment' ? ended : part) }
    }
  }
  const answer = (url: string | URL) => (String(url).includes('/live?since=1') ? 'fragment' : 'page')
  const fetch = async (url: string | URL) => ({ ok: true, status: 200, text: async () => answer(url) })
  const location = { href: 'https://docs.example.com/page' }
  const world = { Intl, Date, URL, setInterval() {}, setTimeout, addEventListener() {} }
  return { ...world, document, DOMParser, fetch, location }
}

test('a job that gets its name at its end gives it to the title of the window too', async () => {
  const page = openPage({ title: 'Explain --region · Acme · Bindery' })
  runInNewContext(await readFile(new URL('../../../assets/dashboard.js', import.meta.url), 'utf8'), page)
  await expect.poll(() => page.document.title).toBe('Explain --region · Acme · Bindery')
})
