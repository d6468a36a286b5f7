import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite as root } from '../../../testing/sites.ts'
import { handlers } from './handlers.ts'
import { writeSnapshot } from './source/snapshot-archive.ts'

const ask = async (_name: string, value: unknown) => Number((value as { block?: number }).block ?? 0)
const noMeter = { add: async () => {}, [Symbol.dispose]: () => {} }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-repeat-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** As when its process ends after all the work and before the answer: nothing of the first attempt may be in the way. */
async function twice<Result>(task: () => Promise<Result>): Promise<Result> {
  const first = await task()
  expect(await task()).toEqual(first)
  return first
}

test('planning and opening a plan', async () => {
  const [packed, planned, opened] = ['plan', 'planned', 'opened'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await twice(() => handlers.planSite({ root, mostPages: 100, packed, folder: planned }, ask))
  await twice(() => handlers.openPlan({ packed, folder: opened }, ask))
  expect(await readdir(opened)).toEqual(await readdir(planned))
})

test('unpacking a source', async () => {
  const archive = join(folder, 'archive')
  async function* files() {
    yield { path: 'index.mdx', bytes: await readFile(join(root, 'index.mdx')) }
  }
  await twice(() => writeSnapshot({ archive, folder: join(folder, 'written') }, files(), noMeter))
  await twice(() => handlers.unpackSource({ archive, folder: join(folder, 'unpacked') }, ask))
  expect(await readdir(join(folder, 'unpacked'))).toEqual(['index.mdx'])
})

test('packing and joining rendered pages, and reporting them', async () => {
  const planFolder = join(folder, 'pages')
  await handlers.planSite({ root, mostPages: 100, folder: planFolder }, ask)
  const planFile = join(planFolder, 'plan.json')
  const files = await renderPages(planFile)
  const pages = [...files].map(([route, file]) => ({ route, file }))
  await twice(() =>
    handlers.packChunk({ made: { plan: 'digest', surroundings: 'surroundings' }, pages, earlier: [], folder }, ask),
  )
  const facts = join(folder, 'joined')
  await twice(() => handlers.joinPages({ files: [...files.values()], facts }, ask))
  const input = { root, planFile, packs: 1, docsPath: '', scratch: folder, findings: join(folder, 'findings') }
  await twice(() => handlers.reportSite(input, async (name, value) => (name === 'facts' ? facts : ask(name, value))))
})

async function renderPages(planFile: string): Promise<Map<string, string>> {
  const { pages } = JSON.parse(await readFile(planFile, 'utf8')) as { pages: { route: string }[] }
  const files = new Map(pages.map(({ route }, at) => [route, join(folder, `rendered-${at}`)]))
  await using pool = createRenderPool({ processes: 1 })
  const fileOf = (route: string) => files.get(route) ?? ''
  const onProcessEnded = async (_route: string, ended: Error) => {
    throw ended
  }
  for await (const _ of pool.renderToFiles({ root, planFile, pages: [...files.keys()], fileOf, onProcessEnded }));
  return files
}
