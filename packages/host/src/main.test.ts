import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleOf, text } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { ask } from '../testing/serve-files.ts'

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url))

async function start(folder: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [command], {
    cwd: folder,
    env: { ...process.env, BINDERY_LISTEN: '127.0.0.1:0', BINDERY_INTERNAL_LISTEN: '127.0.0.1:0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let urls: string[] = []
  for await (const line of createInterface(child.stdout)) {
    const { message } = JSON.parse(line)
    if (message.startsWith('Listening')) urls = message.match(/http:\/\/[\d.:]+\d/g)
    if (message.startsWith('Serving')) break
  }
  child.stdout.resume()
  const [url = '', internalUrl = ''] = urls
  return { child, url, internalUrl }
}

test('SIGTERM lets answers end, takes requests until the balancer has looked away, and exits with 0', async () => {
  await using folder = await temporaryFolder()
  const film = text('film.mp4', 'x'.repeat(12 * 1024 * 1024))
  await writeFile(join(folder.path, 'b.tar.gz'), await bundleOf([film, text('index.html', 'home', 'index')]))
  const { child, url, internalUrl } = await start(folder.path, {
    BINDERY_STATIC_EXPORT_ENABLED: 'true',
    BINDERY_STATIC_EXPORT_BUNDLE_URL: 'b.tar.gz',
    BINDERY_DRAIN_SECONDS: '1',
  })
  const ended = once(child, 'exit')
  const [response] = await once(get(`${url}/film.mp4`, { agent: false }), 'response')
  child.kill('SIGTERM')
  await expect.poll(async () => (await ask(internalUrl, '/readyz')).status).toBe(503)
  expect((await ask(url, '/')).body.toString()).toBe('home')
  expect((await ask(internalUrl, '/healthz')).status).toBe(200)
  expect(await buffer(response)).toHaveLength(12 * 1024 * 1024)
  expect(await ended).toEqual([0, null])
})

test('the metrics are what Prometheus reads', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'b.tar.gz'), await bundleOf([text('index.html', 'home', 'index')]))
  const { child, url, internalUrl } = await start(folder.path, {
    BINDERY_STATIC_EXPORT_ENABLED: 'true',
    BINDERY_STATIC_EXPORT_BUNDLE_URL: 'b.tar.gz',
    BINDERY_DRAIN_SECONDS: '0',
  })
  for (const path of ['/', '/', '/nowhere']) await ask(url, path)
  const lines = (await ask(internalUrl, '/metrics')).body.toString().split('\n')
  expect(lines).toContain('bindery_host_requests_total{status="200"} 2')
  expect(lines).toContain('bindery_host_requests_total{status="404"} 1')
  expect(lines).toContain('bindery_host_site_info{version="v1",commit="c0ffee",copy="fetched"} 1')
  expect(lines.filter((line) => !/^(?:# (?:HELP|TYPE) )?bindery_host_\w+/.test(line))).toEqual([''])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a wrong setting ends the start with a sentence', async () => {
  const env = { ...process.env, BINDERY_STATIC_EXPORT_ENABLED: 'true' }
  const running = promisify(execFile)(process.execPath, [command], { env })
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr:
      'staticExport.bundleUrl is missing, but staticExport.enabled is true. Set it, or BINDERY_STATIC_EXPORT_BUNDLE_URL.\n',
  })
})
