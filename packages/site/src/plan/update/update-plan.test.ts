import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { digestSurroundings, encodePlan } from '../../pipeline/reuse/digest-surroundings.ts'
import { surveySources } from '../list-remote-specs.ts'
import { PlanMemory } from '../memory/plan-memory.ts'
import { type PlanOptions, planSite } from '../plan-site.ts'
import { digestPlanned } from './digest-planned.ts'

const svg = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${words}</title></svg>`
const describe = (path: string) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: { [path]: { get: { summary: path } } },
})
const configuration = {
  name: 'Harbor',
  logo: '/brand/mark.svg',
  navigation: { groups: [{ group: 'Start', pages: ['index', 'a', 'b'] }, { $ref: './more.json' }] },
}
const files = {
  'docs.json': configuration,
  'more.json': { group: 'API', openapi: 'api.json' },
  'index.mdx': page('Home', 'import Note from "/snippets/note.mdx"\n\n<Note />'),
  'a.mdx': '---\ntitle: A\nown key: 1\n---\n\n![](/images/tide.svg)\n',
  'b.mdx': '---\n{title: B, cargo: 1}\n---\n\nHarbour.\n',
  'private.mdx': '---\ntitle: Private\ngroups: [staff]\n---\n',
  'snippets/note.mdx': 'A note.',
  'snippets/lib.jsx': 'export const one = 1',
  'run.js': 'console.log(1)',
  'style.css': 'body { color: red }',
  'brand/mark.svg': svg('mark'),
  'images/tide.svg': svg('tide'),
  'images/photo.png': 'pixels',
  'api.json': describe('/ships'),
}

type Change = (root: string) => Promise<unknown>
const write =
  (name: string, content: string | object): Change =>
  async (root) => {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
const remove =
  (name: string): Change =>
  (root) =>
    rm(join(root, name))

const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n'
const changes: [what: string, change: Change, isTakenOver: boolean][] = [
  ['nothing', async () => {}, true],
  ['the text of a page', write('index.mdx', page('Home', 'Other words.')), true],
  ['the text of a private page', write('private.mdx', '---\ntitle: Private\ngroups: [staff]\n---\nWords.\n'), true],
  ['a snippet', write('snippets/note.mdx', 'Another note.'), true],
  ['a component', write('snippets/lib.jsx', 'export const two = 2'), true],
  ['a drawing', write('images/tide.svg', svg('ebb')), true],
  ['a picture', write('images/photo.png', 'other pixels'), true],
  ['the logo', write('brand/mark.svg', svg('another mark')), true],
  ['a picture that cannot be carried', write('images/photo.png', lfs), false],
  ['a logo that cannot be carried', write('brand/mark.svg', `${svg('x')}<script/>`), false],
  ['a title', write('index.mdx', page('Another')), false],
  ['another order of front matter', write('a.mdx', '---\nown key: 1\ntitle: A\n---\n'), false],
  ['the line of a key without effect', write('a.mdx', '---\n# A remark.\ntitle: A\nown key: 1\n---\n'), false],
  ['such a key found in the text', write('b.mdx', '---\n{title: B, cargo: 1}\n---\n\ncargo\n'), false],
  ['a number that JSON does not have', write('b.mdx', '---\ntitle: .inf\n---\n'), false],
  ['another such number', write('b.mdx', '---\ntitle: -.inf\n---\n'), false],
  ['front matter that cannot be read', write('b.mdx', '---\ntitle: [\n---\n'), false],
  ['a page that becomes private', write('b.mdx', '---\ntitle: B\ngroups: [staff]\n---\n'), false],
  ['a page that becomes public', write('private.mdx', '---\ntitle: Private\n---\n'), false],
  ['a new page', write('new.mdx', page('New')), false],
  ['a new picture', write('images/new.png', 'new'), false],
  ['a page that is gone', remove('b.mdx'), false],
  ['a picture that is gone', remove('images/tide.svg'), false],
  ['a page with another name', (root) => rename(join(root, 'b.mdx'), join(root, 'c.mdx')), false],
  ['the configuration', write('docs.json', { ...configuration, name: 'Other' }), false],
  ['what the configuration refers to', write('more.json', { group: 'Other', openapi: 'api.json' }), false],
  ['a description of an API', write('api.json', describe('/ports')), false],
  ['a style sheet', write('style.css', 'body { color: blue }'), false],
  ['a script', write('run.js', 'fetch("https://other.example/")'), false],
  ['rules of what is left out', write('.mintignore', 'a.mdx\n'), false],
]

async function listFiles(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const objects = found.sort().map(async (path) => {
    const object = createHash('sha1')
      .update(await readFile(path))
      .digest('hex')
    return { path: path.slice(root.length + 1), object }
  })
  return await Promise.all(objects)
}

const options: PlanOptions = { siteUrl: 'https://docs.example.com', authorCode: 'browser' }

/** As tasks of one process do it, one source after the other. */
function createPlanner() {
  const known = new PlanMemory()
  return async (root: string) => {
    const listed = await listFiles(root)
    const objects = new Map(listed.map(({ path, object }) => [path, object]))
    const memory = known.at(root, (file) => objects.get(file))
    const isBinary = (path: string) => path.endsWith('.png')
    const digest = await digestPlanned({ root, files: listed, isBinary, memory })
    const survey = await surveySources(root, memory, digest)
    const plan = await planSite(root, { ...options, memory, digest })
    return { plan, survey, surroundings: digestSurroundings(encodePlan(plan), memory) }
  }
}

async function planFromNothing(root: string) {
  const plan = await planSite(root, options)
  return { plan, survey: await surveySources(root), surroundings: digestSurroundings(encodePlan(plan)) }
}

test.each(changes)('after a change of %s a plan is what it is from nothing', async (_what, change, isTakenOver) => {
  await using folder = await makeFolder(files)
  const plan = createPlanner()
  const before = await plan(folder.root)
  await change(folder.root)
  const after = await plan(folder.root)
  expect(JSON.stringify(after)).toBe(JSON.stringify(await planFromNothing(folder.root)))
  expect(after.plan.pages === before.plan.pages).toBe(isTakenOver)
})

test('so it is after all of them one after the other, also where the plan before was taken over', async () => {
  await using folder = await makeFolder(files)
  const plan = createPlanner()
  for (const [, change] of changes.filter(([what]) => !/gone|another name/.test(what))) {
    await change(folder.root)
    await plan(folder.root)
    await write('images/photo.png', String(Math.random()))(folder.root)
    expect(JSON.stringify(await plan(folder.root))).toBe(JSON.stringify(await planFromNothing(folder.root)))
  }
})

test('a plan with other options is made anew', async () => {
  await using folder = await makeFolder(files)
  const memory = new PlanMemory(() => '1', folder.root)
  for (const given of [
    {},
    { strict: true },
    { siteUrl: 'https://a.example' },
    { remote: undefined },
  ] as PlanOptions[]) {
    const planned = await planSite(folder.root, { ...given, memory, digest: 'the same' })
    expect(JSON.stringify(planned)).toBe(JSON.stringify(await planSite(folder.root, given)))
  }
})

test('a plan with other days of its pages is made anew', async () => {
  const timed = { ...configuration, metadata: { timestamp: true } }
  await using folder = await makeFolder({ ...files, 'docs.json': timed })
  const memory = new PlanMemory(() => '1', folder.root)
  for (const day of ['2026-11-16', '2026-11-16', '2026-11-17']) {
    const readDates = async () => ({ days: { 'a.mdx': day } })
    const planned = await planSite(folder.root, { readDates, memory, digest: 'the same' })
    expect(planned.pages.find(({ file }) => file === 'a.mdx')?.own?.updated).toBe(day)
  }
})
