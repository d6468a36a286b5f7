import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool, type SitePlan } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../../testing/sites.ts'
import { handlers } from '../handlers.ts'

const ask = async (_name: string, value: unknown) => Number((value as { block?: number }).block ?? 0)
let folder: string
let root: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-compare-'))
  root = join(folder, 'site')
  await cp(smallSite, root, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

async function plan(name: string): Promise<{ planFile: string; pages: string[] }> {
  await handlers.planSite({ root, mostPages: 100, folder: join(folder, name) }, ask)
  const planFile = join(folder, name, 'plan.json')
  const { pages } = JSON.parse(await readFile(planFile, 'utf8')) as SitePlan
  return { planFile, pages: pages.map(({ route }) => route) }
}

test('a chunk is the same under another plan that changes none of its pages; a changed page or frame is seen', async () => {
  const first = await plan('first')
  await using pool = createRenderPool({ processes: 1 })
  const fileOf = (route: string) => join(folder, `rendered-${first.pages.indexOf(route)}`)
  const onProcessEnded = async (_route: string, ended: Error) => {
    throw ended
  }
  for await (const _ of pool.renderToFiles({ root, ...first, fileOf, onProcessEnded }));
  const rendered = first.pages.map((route) => ({ route, file: fileOf(route) }))
  await handlers.packChunk(
    { made: { plan: 'first', surroundings: 'surroundings first' }, pages: rendered, earlier: [], folder },
    ask,
  )
  const compare = async (digest: string, { planFile, pages } = first) => {
    const made = { plan: digest, surroundings: `surroundings ${digest}` }
    const chunks = [{ pages, facts: join(folder, 'facts') }]
    return handlers.compareChunks({ root, made, planFile, chunks })
  }
  expect(await compare('first')).toEqual([true])
  expect(await compare('second')).toEqual([true])
  expect(await compare('second', { ...first, pages: first.pages.toReversed() })).toEqual([false])

  const docs = join(root, 'docs.json')
  const text = await readFile(docs, 'utf8')
  await writeFile(docs, text.replace(/"group": "[^"]*"/, '"group": "Another name"'))
  expect(await compare('third', await plan('renamed'))).toEqual([false])
  await writeFile(docs, text)
  expect(await compare('third', await plan('again'))).toEqual([true])
  await appendFile(join(root, 'index.mdx'), '\nOne sentence more.\n')
  expect(await compare('third')).toEqual([false])
})
