import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../plan-site.ts'
import { changesPlan } from './changes-plan.ts'
import { PlanMemory } from './plan-memory.ts'

const files = {
  'docs.json': { name: 'Site', navigation: { pages: ['index', 'a'] } },
  'index.mdx': page('Home'),
  'a.mdx': page('A'),
  'a.png': 'pixels',
}

async function age(path: string, seconds = 60): Promise<void> {
  const time = new Date(Date.now() - seconds * 1000)
  await utimes(path, time, time)
}

test('a plan with the memory of an earlier one is the plan of a fresh look', async () => {
  await using folder = await makeFolder(files)
  const memory = new PlanMemory()
  await planSite(folder.root, { memory })
  await writeFile(join(folder.root, 'a.mdx'), page('B'))
  await writeFile(join(folder.root, 'a.png'), 'others')
  await writeFile(join(folder.root, 'new.mdx'), page('New'))
  await rm(join(folder.root, 'index.mdx'))
  expect(await planSite(folder.root, { memory })).toEqual(await planSite(folder.root))
})

test('a file is read again only when its time or size has changed', async () => {
  await using folder = await makeFolder(files)
  const path = join(folder.root, 'a.mdx')
  const memory = new PlanMemory()
  let reads = 0
  const read = async () => ++reads
  await age(path)
  expect(await memory.recall(path, read)).toBe(1)
  expect(await memory.recall(path, read)).toBe(1)
  await age(path, 30)
  expect(await memory.recall(path, read)).toBe(2)
})

test('a file saved this moment is not trusted to stay as it is', async () => {
  await using folder = await makeFolder(files)
  const memory = new PlanMemory()
  let reads = 0
  const read = async () => ++reads
  await memory.recall(join(folder.root, 'a.mdx'), read)
  await memory.recall(join(folder.root, 'a.mdx'), read)
  expect(reads).toBe(2)
})

test('a saved page changes the plan by its front matter, never by its text', async () => {
  await using folder = await makeFolder(files)
  const path = join(folder.root, 'a.mdx')
  const memory = new PlanMemory()
  await planSite(folder.root, { memory })
  await writeFile(path, page('A', 'More text.'))
  expect(await changesPlan(path, memory)).toBe(false)
  await writeFile(path, page('Another title'))
  expect(await changesPlan(path, memory)).toBe(true)
})

test('what one process wrote down of files serves another folder with the same content, and only for the same', async () => {
  await using first = await makeFolder(files)
  const stamps = new Map([
    ['index.mdx', '1'],
    ['a.mdx', '1'],
    ['a.png', '1'],
  ])
  const stamp = (file: string) => stamps.get(file)
  const before = new PlanMemory(stamp, first.root)
  await planSite(first.root, { memory: before })
  const saved = JSON.parse(JSON.stringify(before.save('')))
  expect(saved.map(([file]: [string]) => file).sort()).toEqual(['a.mdx', 'a.png', 'index.mdx'])

  await using second = await makeFolder({ ...files, 'a.mdx': page('B') })
  const memory = new PlanMemory(stamp, second.root)
  memory.load('', saved)
  expect(memory.save('')).toBeUndefined()
  stamps.set('a.mdx', '2')
  expect(await planSite(second.root, { memory })).toEqual(await planSite(second.root))
  expect(memory.save('')).toHaveLength(3)
})

test('what a memory knows serves the folder elsewhere, and what is no longer there is forgotten', async () => {
  await using first = await makeFolder(files)
  const stamp = (value: string) => (file: string) => (file === 'a.png' ? undefined : value)
  const memory = new PlanMemory(stamp('1'), first.root)
  await planSite(first.root, { memory })
  await using second = await makeFolder({ ...files, 'a.mdx': page('B') })
  const same = memory.at(second.root, stamp('1'))
  expect((await planSite(second.root, { memory: same })).pages).toEqual((await planSite(first.root)).pages)
  const changed = memory.at(second.root, stamp('2'))
  expect(await planSite(second.root, { memory: changed })).toEqual(await planSite(second.root))
  expect(
    changed
      .save('')
      ?.map(([file]) => file)
      .sort(),
  ).toEqual(['a.mdx', 'docs.json', 'index.mdx'])
  expect(changed.save('')).toBeUndefined()
})

test('a value that JSON does not have is not written down', async () => {
  await using folder = await makeFolder({ ...files, 'a.mdx': '---\ntitle: A\nweight: .inf\n---\n' })
  const memory = new PlanMemory(() => '1', folder.root)
  await planSite(folder.root, { memory })
  expect(memory.save('')?.map(([file]) => file)).not.toContain('a.mdx')
})

test('a description of an API is read again only where its stamp is another, wherever its folder lies', async () => {
  const describe = (path: string) => ({
    'docs.json': { name: 'Site', navigation: { groups: [{ group: 'API', openapi: 'api.json' }] } },
    'api.json': { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { [path]: { get: { summary: path } } } },
  })
  const routesOf = async (root: string, memory?: PlanMemory) =>
    (await planSite(root, memory && { memory })).pages.map(({ route }) => route)
  await using first = await makeFolder(describe('/ships'))
  await using second = await makeFolder(describe('/ports'))
  const stamp = (value: string) => (file: string) => (file === 'api.json' ? value : undefined)
  const memory = new PlanMemory(stamp('1'), first.root)
  const ships = await routesOf(first.root, memory)
  expect(ships).toEqual(await routesOf(first.root))
  expect(await routesOf(second.root, memory.at(second.root, stamp('1')))).toEqual(ships)
  const ports = await routesOf(second.root)
  expect(ports).not.toEqual(ships)
  expect(await routesOf(second.root, memory.at(second.root, stamp('2')))).toEqual(ports)
})
