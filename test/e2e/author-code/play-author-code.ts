import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { buildFolder } from '../build-folder.ts'
import { serveFolder } from '../serve-folder.ts'
import { components } from './component-cases.ts'

const source = resolve(import.meta.dirname, '../../../packages/site/fixtures/author-code')

/** Components with state, memo and effects work where the setting is on, over http and from a disk; off, none is there. */
export async function playAuthorCode(browser: Browser, work: string): Promise<number> {
  const [on, off] = [join(work, 'code-on'), join(work, 'code-off')]
  await build(on, ['--author-code', 'browser'])
  await build(off, [])
  await using server = await serveFolder(on)
  let failed = await play('without the setting a site holds no script of its author', () => refuseScripts(off))
  for (const base of [server.url, `${pathToFileURL(on).href}/`]) {
    for (const { promise, page: path, keep } of components) {
      failed += await play(`${promise}, ${base.startsWith('file:') ? 'from a disk' : 'over http'}`, async () => {
        const page = await browser.newPage()
        await page.goto(base + path)
        await keep(page).finally(() => closePage(page))
      })
    }
  }
  return failed
}

async function closePage(page: Page): Promise<void> {
  await page.close()
}

async function build(out: string, flags: string[]): Promise<void> {
  const { status, stderr } = await buildFolder(source, out, process.env, flags)
  if (status !== 0) throw new Error(`The site with author code could not be built (${status}): ${stderr}`)
}

async function play(promise: string, keep: () => Promise<void>): Promise<number> {
  try {
    await keep()
    console.log(`ok    ${promise}`)
    return 0
  } catch (error) {
    console.log(`FAIL  ${promise}\n    ${error instanceof Error ? error.message : error}`)
    return 1
  }
}

async function refuseScripts(out: string): Promise<void> {
  for (const path of await readdir(out, { recursive: true })) {
    if (!/\.(?:html|js)$/.test(path) || path.startsWith('_bindery/report')) continue
    const text = await readFile(join(out, path), 'utf8')
    if (/setCount|binderyComponents|stats\.example|<bindery-/.test(text))
      throw new Error(`${path} holds code of its author.`)
  }
}
