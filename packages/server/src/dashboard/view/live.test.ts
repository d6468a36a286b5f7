import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const none = () => []

/** As much of a page as the script touches while a job ends; the whole of it is played in test/e2e/dashboard. */
function openPage(pageNow: { title: string }) {
  const part = { replaceChildren() {}, querySelectorAll: none, childNodes: [] }
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
  const fetch = async (url: string) => ({ ok: true, text: async () => (url.startsWith('/live') ? 'fragment' : 'page') })
  return { document, DOMParser, fetch, location: { href: '/page' }, Intl, Date, setInterval() {}, setTimeout }
}

test('a job that gets its name at its end gives it to the title of the window too', async () => {
  const page = openPage({ title: 'Explain --region · Acme · Bindery' })
  runInNewContext(await readFile(new URL('../../../assets/dashboard.js', import.meta.url), 'utf8'), page)
  await expect.poll(() => page.document.title).toBe('Explain --region · Acme · Bindery')
})
