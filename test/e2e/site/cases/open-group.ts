import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolder } from '../../build-folder.ts'
import { serveFolder } from '../../serve-folder.ts'
import type { Case } from '../case.ts'

export const openGroup: Case = {
  promise: 'in the sidebar of a large section a group opens where it stands, and its own page stays a link',
  async keep({ browser }) {
    await using site = await makeLargeSite()
    await using server = await serveFolder(site.out)
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}page-1.html`)
    const sidebar = page.locator('.sidebar')
    await sidebar.locator('.nav-closed', { hasText: 'Outer' }).click()
    await sidebar.getByRole('link', { name: 'outer-page' }).waitFor()
    const inner = sidebar.getByRole('link', { name: 'inner-page' })
    assert.equal(await inner.count(), 0)
    await sidebar.locator('summary', { hasText: 'Inner' }).click()
    await inner.waitFor()
    assert.equal(await sidebar.locator('summary a').count(), 0)
    await sidebar.getByRole('link', { name: 'Inner', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'inner-root' }).waitFor()
  },
}

/** More than the 60 entries up to which a section stands on each of its pages whole. */
async function makeLargeSite(): Promise<{ out: string } & AsyncDisposable> {
  const root = await mkdtemp(join(tmpdir(), 'bindery-large-'))
  const pages = Array.from({ length: 70 }, (_, index) => `page-${index + 1}`)
  const inner = { group: 'Inner', root: 'inner-root', pages: ['inner-page'] }
  const groups = [
    { group: 'First', pages },
    { group: 'Outer', pages: ['outer-page', inner] },
  ]
  await writeFile(join(root, 'docs.json'), JSON.stringify({ name: 'Large', navigation: { groups } }))
  for (const name of [...pages, 'outer-page', 'inner-root', 'inner-page']) {
    await writeFile(join(root, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nText.\n`)
  }
  const out = join(root, 'site')
  const { status, stderr } = await buildFolder(root, out)
  assert.equal(status, 0, stderr)
  return { out, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
