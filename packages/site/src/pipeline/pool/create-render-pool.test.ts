import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { RenderedPage } from '../../model/page-facts.ts'
import { planSite } from '../../plan/plan-site.ts'
import { createRenderPool } from './create-render-pool.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f']

async function makeSite() {
  const pages = names.map((name) => [`${name}.mdx`, page(name, `Text of ${name}.`)])
  const folder = await makeFolder({ 'docs.json': { navigation: { pages: names } }, ...Object.fromEntries(pages) })
  const plan = await planSite(folder.root)
  const planFile = join(folder.root, 'plan.tmp')
  await writeFile(planFile, JSON.stringify(plan))
  return { ...folder, plan, planFile, pages: plan.pages.map(({ route }) => route) }
}

async function collect(rendered: AsyncIterable<RenderedPage>): Promise<RenderedPage[]> {
  return Array.fromAsync(rendered)
}

test('pages come back in the order they were asked for', async () => {
  await using site = await makeSite()
  await using pool = createRenderPool({ processes: 2 })
  const asked = [...site.pages].reverse()
  const rendered = await collect(pool.render({ root: site.root, planFile: site.planFile, pages: asked }))
  expect(rendered.map((result) => result.page)).toEqual(asked)
  expect(new TextDecoder().decode(rendered[0]?.files[0]?.bytes)).toContain('Text of f.')
})

test('a pool that rests has no processes, and the next page starts one', async () => {
  await using site = await makeSite()
  await using pool = createRenderPool({ processes: 2 })
  const order = { root: site.root, planFile: site.planFile, pages: site.pages }
  const first = await collect(pool.render(order))
  expect(listChildren().map(scriptOf)).toEqual(['render-process.mjs', 'render-process.mjs'])
  pool.rest()
  // Some are still ending, and must not be given a page.
  expect(await collect(pool.render(order))).toEqual(first)
  pool.rest()
  await expect.poll(listChildren).toHaveLength(0)
})

test('a page that never ends is killed at its deadline and named; all others are rendered', async () => {
  await using site = await makeSite()
  replaceByPipe(join(site.root, 'c.mdx'))
  await using pool = createRenderPool({ processes: 2, deadlineMs: 5000 })
  const rendered = await collect(pool.render({ root: site.root, planFile: site.planFile, pages: site.pages }))
  expect(rendered.filter((result) => result.failure).map((result) => result.failure)).toEqual([
    { file: 'c.mdx', line: 1, column: 1, reason: 'It took longer than 5 s to render.' },
  ])
  expect(pagesOf(rendered)).toHaveLength(names.length - 1)
})

test('pages of one group that all hang leave the processes to another', async () => {
  await using hanging = await makeSite()
  await using site = await makeSite()
  for (const { file } of hanging.plan.pages) replaceByPipe(join(hanging.root, file))
  const deadlineMs = 600_000
  await using pool = createRenderPool({ processes: 2, deadlineMs, patienceMs: 200 })
  const stop = new AbortController()
  const { root, planFile, pages } = hanging
  const stuck = collect(pool.render({ root, planFile, pages, group: 'hostile', signal: stop.signal }))
  stuck.catch(() => {})
  const began = performance.now()
  for (let round = 0; round < 5; round++) {
    const task = { root: site.root, planFile: site.planFile, pages: site.pages, group: 'ordinary' }
    expect(pagesOf(await collect(pool.render(task)))).toHaveLength(names.length)
  }
  // Not one of the hanging pages had to meet its deadline for it.
  expect(performance.now() - began).toBeLessThan(deadlineMs)
  stop.abort(new Error('enough'))
  await expect(stuck).rejects.toThrow('enough')
})

test('a process that is busy ends with its parent, however that ended', async () => {
  await using site = await makeSite()
  replaceByPipe(join(site.root, 'a.mdx'))
  const entry = new URL('../../../dist/index.js', import.meta.url).href
  const script = `
    import { createRenderPool } from ${JSON.stringify(entry)}
    const pool = createRenderPool({ processes: 1 })
    const task = ${JSON.stringify({ root: site.root, planFile: site.planFile, pages: ['/b', '/a'] })}
    for await (const { page } of pool.render(task)) console.log(page)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  const below = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').split(' ').filter(Boolean)
  expect(below).toHaveLength(2)
  parent.kill('SIGKILL')
  await expect.poll(() => below.filter((id) => existsSync(`/proc/${id}`))).toEqual([])
})

test('a page that takes too much memory, of whatever kind, ends its process and is named', async () => {
  await using site = await makeSite()
  // The parser alone takes 150 MB for these cells, and a second with them.
  const row = `|${'b|'.repeat(900)}\n`
  await writeFile(join(site.root, 'c.mdx'), `${row}${row.replaceAll('b', '-')}${row.repeat(160)}`)
  await using pool = createRenderPool({ processes: 1, residentMb: 190 })
  const rendered = await collect(pool.render({ root: site.root, planFile: site.planFile, pages: site.pages }))
  expect(rendered.filter((result) => result.failure).map((result) => result.failure)).toEqual([
    { file: 'c.mdx', line: 1, column: 1, reason: 'It needs more memory than a page may have.' },
  ])
  expect(pagesOf(rendered)).toHaveLength(names.length - 1)
})

test('a child that has rendered its share gives way to a fresh one, and no page is missing', async () => {
  await using site = await makeSite()
  await using pool = createRenderPool({ processes: 1, pagesOfProcess: 2 })
  const children = new Set<string>()
  const rendered: RenderedPage[] = []
  for await (const result of pool.render({ root: site.root, planFile: site.planFile, pages: site.pages })) {
    rendered.push(result)
    for (const pid of listChildren()) children.add(pid)
  }
  expect(rendered.map((result) => result.page)).toEqual(site.pages)
  expect(children.size).toBeGreaterThan(1)
})

test('a file that has gone since the plan is an error of the task, not of the page', async () => {
  await using site = await makeSite()
  execFileSync('rm', [join(site.root, 'c.mdx')])
  await using pool = createRenderPool({ processes: 1 })
  const task = { root: site.root, planFile: site.planFile, pages: site.pages }
  await expect(collect(pool.render(task))).rejects.toThrow('c.mdx')
})

test('an aborted task ends at once and leaves the pool fit for the next', async () => {
  await using site = await makeSite()
  await using pool = createRenderPool({ processes: 1 })
  const task = { root: site.root, planFile: site.planFile, pages: site.pages }
  const stop = new AbortController()
  const running = pool.render({ ...task, signal: stop.signal })[Symbol.asyncIterator]()
  await running.next()
  stop.abort(new Error('enough'))
  await expect(collect({ [Symbol.asyncIterator]: () => running })).rejects.toThrow('enough')
  expect(await collect(pool.render(task))).toHaveLength(names.length)
})

test('children that cannot start are an error that tells why, and no page is blamed', async () => {
  await using site = await makeSite()
  await using pool = createRenderPool({ processes: 1, memoryMb: 1 })
  const task = { root: site.root, planFile: site.planFile, pages: site.pages }
  await expect(collect(pool.render(task))).rejects.toThrow('could not start')
})

/** Reading a pipe that nobody writes to hangs for ever, as some inputs make a parser do. */
function replaceByPipe(file: string): void {
  execFileSync('rm', [file])
  execFileSync('mkfifo', [file])
}

/** The first of them also stands at the root. */
function pagesOf(rendered: RenderedPage[]): string[] {
  const whole = rendered.filter(({ failure }) => !failure)
  const paths = whole.flatMap(({ files }) => files.map(({ path }) => path))
  return paths.filter((path) => path.endsWith('.html') && path !== 'index.html')
}

/** But for the shell that would end them if this process were gone. */
function listChildren(): string[] {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return ids.filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8') !== 'sh\n')
}

function scriptOf(id: string): string | undefined {
  return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1)?.split('/').at(-1)
}
