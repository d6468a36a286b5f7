import { createHash } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool, listRemoteAssets, rendererVersion } from '@bindery/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallSite } from '../../../../../testing/sites.ts'
import { fingerprintOf } from '../../../../core/secrets/fingerprint.ts'
import type { Meter } from '../../../cache/meter.ts'
import { handlers } from '../../handlers.ts'
import { forgetKnownFiles, openKnownFiles } from './known-files.ts'
import { openDigests } from './open-digests.ts'
import { formatShown, shownPagesName } from './shown-pages-file.ts'

const ask = async (_name: string, value: unknown) => Number((value as { block?: number }).block ?? 0)
const rules = { found: 'fail', exceptions: [] } as const
let folder: string
let root: string
let known: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-known-'))
  root = join(folder, 'files')
  known = join(folder, 'known')
  await cp(smallSite, root, { recursive: true })
  await mkdir(known)
  await writeListing()
})
afterEach(() => rm(folder, { recursive: true }))

/** As the folder of a source has it. */
async function writeListing(): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const rows = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      return [path.slice(root.length + 1), createHash('sha1').update(bytes).digest('hex'), bytes.length]
    })
  await writeFile(join(folder, 'listing'), JSON.stringify(await Promise.all(rows)))
}

async function change(file: string, text: string): Promise<void> {
  await appendFile(join(root, file), text)
  await writeListing()
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(join(root, file), text)
  await writeListing()
}

const planFile = () => join(folder, 'asset-plan.json')
const listAssets = (knownDigest?: string) =>
  handlers.listAssets({ root, planFile: planFile(), known, knownDigest }, ask)

/** Lists the files of other hosts as an export does, and which pages were rendered for it. */
async function listAll() {
  const found = await listAssets()
  if (found === 'known') throw new Error('Nothing was said to be known.')
  await using pool = createRenderPool({ processes: 1 })
  const urls = await listRemoteAssets({
    ...{ ...found, root, pool, group: '' },
    async onPage({ page, urls, trace }) {
      if (trace) await appendFile(join(known, shownPagesName), formatShown([rendererVersion, page, urls, trace]))
    },
  })
  return { urls, rendered: found.pages, digest: found.digest }
}

test('only pages that changed are rendered to know what a site shows of other hosts', async () => {
  await change('index.mdx', '\n\n![](https://other.example/a.png)\n')
  await change('guides/use.mdx', '\n\n![](https://other.example/b.png)\n')
  const first = await listAll()
  expect(first.urls).toEqual(['https://other.example/a.png', 'https://other.example/b.png'])
  expect(first.rendered).toHaveLength(2)
  expect(await listAssets(first.digest)).toBe('known')

  await change('guides/use.mdx', '\n\n![](https://other.example/c.png)\n')
  expect(await listAssets(first.digest)).not.toBe('known')
  const second = await listAll()
  expect(second.rendered).toEqual(['/guides/use'])
  expect(second.urls).toEqual([...first.urls, 'https://other.example/c.png'])
  const again = await listAll()
  expect(again).toMatchObject({ urls: second.urls, rendered: [] })
})

test('the site is planned for it only where another page may show something, or the plan is another', async () => {
  await change('index.mdx', '\n\n![](https://other.example/a.png)\n')
  await listAll()
  const plan = join(known, 'asked-plan.json')
  await writeFile(plan, (await readFile(plan, 'utf8')).replace('"findings":', '"mark":1,"findings":'))
  const isPlanned = async () => !(await readFile(plan, 'utf8')).includes('"mark":1')

  await change('index.mdx', '\n\n![](https://other.example/b.png)\n')
  const { urls, rendered } = await listAll()
  expect(urls).toEqual(expect.arrayContaining(['https://other.example/a.png', 'https://other.example/b.png']))
  expect(rendered).toEqual(['/'])
  expect(await isPlanned()).toBe(false)

  await change('guides/use.mdx', '\n\n![](https://other.example/c.png)\n')
  expect((await listAll()).urls).toContain('https://other.example/c.png')
  expect(await isPlanned()).toBe(true)
})

test('a credential that the project did not have before is found in texts that were looked through', async () => {
  const secret = 'a-token-of-no-known-form'
  await change('guides/use.mdx', `\n\n${secret}\n`)
  const plan = (credential?: string) =>
    handlers.planSite({ root, known, mostPages: 100, secrets: { credential: fingerprintOf(credential), rules } }, ask)
  await plan()
  await plan('another-token-of-no-known-form')
  await expect(plan(secret)).rejects.toThrow('the git credential of this project')
  await expect(plan(secret)).rejects.toThrow('the git credential of this project')
})

/** All that planning leaves. */
async function planInto(name: string, known?: string) {
  const [packed, opened] = [join(folder, `${name}-packed`), join(folder, name)]
  const secrets = { credential: undefined, rules }
  const input = { root, known, mostPages: 100, siteUrl: 'https://a.example', secrets, packed, folder: opened }
  const planned = await handlers.planSite(input, ask)
  const files = [packed, join(opened, 'plan.json'), join(opened, 'pages.jsonl')]
  return { ...planned, files: await Promise.all(files.map((file) => readFile(file, 'base64'))) }
}

test.each([
  ['a text', () => change('guides/use.mdx', 'One sentence more.\n')],
  ['a link', () => change('guides/use.mdx', '\n[gone](/gone)\n')],
  ['a key of this service', () => change('guides/use.mdx', `\nbindery_${'a'.repeat(40)}\n`)],
  ['a new picture', () => change('pictures/new.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['front matter', () => replace('guides/use.mdx', '---\ntitle: Another\n---\n')],
])('a plan that knows its files is the plan of a fresh look after a change of %s', async (_what, makeChange) => {
  await mkdir(join(root, 'pictures'))
  await planInto('before', known)
  await makeChange()
  expect(await planInto('held', known)).toEqual(await planInto('fresh'))
  // What other processes left is less than what this one holds.
  forgetKnownFiles()
  expect(await planInto('read', known)).toEqual(await planInto('fresh'))
  await change('pictures/new.svg', '<!-- a change of a picture alone -->')
  expect(await planInto('again', known)).toEqual(await planInto('fresh'))
})

test('digests of texts are those of the files, also where what is known is of an earlier source', async () => {
  const digests = async (folder?: string) => (await openDigests(root, folder))('guides/use.mdx')
  await handlers.planSite({ root, known, mostPages: 100, secrets: { credential: undefined, rules } }, ask)
  const before = await digests()
  expect(await digests(known)).toBe(before)
  await change('guides/use.mdx', 'One sentence more.')
  await openDigests(join(folder, 'elsewhere'), undefined)
  const after = await digests(known)
  expect(after).not.toBe(before)
  expect(after).toBe(await digests())
})

test('a process that holds what it knows plans as one that has forgotten it', async () => {
  const plan = async (known?: string) => {
    const secrets = { credential: undefined, rules }
    return (await handlers.planSite({ root, known, mostPages: 100, siteUrl: 'https://a.example', secrets }, ask)).sha256
  }
  await plan(known)
  await change('guides/use.mdx', 'One sentence more.')
  await handlers.surveySource({ root, known }, ask)
  const held = await plan(known)
  forgetKnownFiles()
  expect(await plan(known)).toBe(held)
  expect(await plan()).toBe(held)
})

test('what a process holds of one project is not met in the folder of another', async () => {
  const open = async (folder: string) => (await openKnownFiles(root, folder, ['clean']))?.memory
  const path = join(root, 'guides/use.mdx')
  const own = await openKnownFiles(root, known, ['clean'])
  own?.memory.remember(path, 'of one', 'clean')
  await own?.save({ add: async () => {} } as unknown as Meter)
  expect((await open(known))?.known(path, 'clean')).toBe('of one')
  const other = join(folder, 'other')
  await mkdir(other)
  expect((await open(other))?.known(path, 'clean')).toBeUndefined()
  expect((await open(known))?.known(path, 'clean')).toBe('of one')
})

test('what is broken on the disk is read anew', async () => {
  for (const name of ['planned.json', 'remote.json', 'clean.json', 'text.json', 'asked.json', shownPagesName]) {
    await writeFile(join(known, name), '{"version":')
  }
  expect(await handlers.surveySource({ root, known }, ask)).toEqual(await handlers.surveySource({ root }, ask))
  expect(await listAssets()).toMatchObject({ pages: [] })
})
