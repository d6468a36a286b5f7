import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { extractBundle, unchecked } from '@bindery/bundle'
import { expect, test } from 'vitest'
import { bundleOf, smallSite } from '../../../bundle/testing/small-site.ts'

const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'bindery-serve-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function serve(...args: string[]) {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return {
    line: String(line),
    url: /http:\/\/\S+/.exec(String(line))?.[0] ?? '',
    async stop() {
      child.kill('SIGINT')
      return (await once(child, 'exit'))[0]
    },
  }
}

test('a bundle, its folder and any folder are served, at any base path', async () => {
  await using folder = await temporaryFolder()
  const archive = join(folder.path, 'b.tar.gz')
  await writeFile(archive, await bundleOf(smallSite(2)))
  await extractBundle([await bundleOf(smallSite(2))], join(folder.path, 'extracted'), unchecked)
  await mkdir(join(folder.path, 'plain/guides/page-0'), { recursive: true })
  await writeFile(join(folder.path, 'plain/guides/page-0/index.html'), '<h1>Page 0</h1>')
  for (const path of [archive, join(folder.path, 'extracted'), join(folder.path, 'plain')]) {
    const site = await serve(path, '--base', '/docs')
    const page = await fetch(`${site.url}guides/page-0/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Page 0</h1>')])
    expect(site.line.includes('version v1')).toBe(!path.endsWith('plain'))
    expect(await site.stop()).toBe(0)
  }
})

test('without a port it takes one that is free and not the API’s; a taken one is refused with the option', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'index.html'), '<h1>Home</h1>')
  const args = [command, 'serve', folder.path]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const [, port = ''] = /http:\/\/127\.0\.0\.1:(4\d{3})\//.exec(String(line)) ?? []
  expect(port).not.toBe('')
  await expect(promisify(execFile)(process.execPath, [...args, '--port', port])).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is taken or not allowed. Choose another one with --port.\n`,
  })
  child.kill('SIGINT')
  await once(child, 'exit')
})

test('a bundle that is not whole is refused with a sentence', async () => {
  await using folder = await temporaryFolder()
  const archive = join(folder.path, 'b.tar.gz')
  await writeFile(archive, (await bundleOf(smallSite(2))).subarray(0, -100))
  const run = (path: string) => promisify(execFile)(process.execPath, [command, 'serve', path])
  await expect(run(archive)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^Refused: .*\.\n$/) })
  const missing = join(folder.path, 'nowhere')
  await expect(run(missing)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cannot be read \(ENOENT\)/),
  })
})
