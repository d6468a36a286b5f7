import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from './claim-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-claim-'))
})
afterEach(() => rm(folder, { recursive: true }))

const holder = `
  const { claimFolder } = await import(${JSON.stringify(new URL('./claim-folder.ts', import.meta.url).href)})
  const claimed = await claimFolder(process.argv[1])
  process.stdout.write(claimed.path)
  setInterval(() => {}, 1000)`

async function startHolder() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', holder, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [path] = await once(child.stdout, 'data')
  return { child, path: String(path) }
}

test('two that share a folder get one each, and a third its own again', () => {
  return Promise.all([claimFolder(folder), claimFolder(folder), claimFolder(folder)]).then((claims) => {
    const paths = claims.map(({ path }) => path).sort()
    expect(paths).toEqual([folder, join(folder, 'worker-1'), join(folder, 'worker-2')])
    for (const claimed of claims) claimed[Symbol.dispose]()
  })
})

test('the claim of another process holds while it lives, and ends when it is killed', async () => {
  const { child, path } = await startHolder()
  expect(path).toBe(folder)
  {
    using second = await claimFolder(folder)
    expect(second.path).toBe(join(folder, 'worker-1'))
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  using again = await claimFolder(folder)
  expect(again.path).toBe(folder)
})

test('what a worker left that is run no more is removed, and of one that runs nothing', async () => {
  using _first = await claimFolder(folder)
  using running = await claimFolder(folder)
  await writeFile(join(running.path, 'in-use'), '')
  await mkdir(join(folder, 'worker-7/entries/old'), { recursive: true })
  await mkdir(join(folder, 'not-ours'))
  using _third = await claimFolder(folder)
  expect(await readdir(join(folder, 'worker-7'))).not.toContain('entries')
  expect(await readdir(running.path)).toContain('in-use')
  expect(await readdir(folder)).toContain('not-ours')
})
