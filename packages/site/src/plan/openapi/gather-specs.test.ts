import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/site-folder.ts'
import { type AskRemote, NotFetched } from '../remote/ask-remote.ts'
import { gatherSpecs } from './gather-specs.ts'

async function startHost(answer: RequestListener) {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ask: AskRemote = async (url, signal) => {
  if (url.includes('forbidden')) throw new NotFetched('it is forbidden')
  const { status, headers, body } = await fetch(url, { redirect: 'manual', signal })
  return { status, headers: Object.fromEntries(headers), body: body ?? [] }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test('what is fetched lies under its digest, and what is not has its reason', async () => {
  await using host = await startHost((request, response) => {
    if (request.url === '/a.json' || request.url === '/same.json') return response.end('{}')
    if (request.url === '/endless')
      return void setImmediate(function more() {
        if (!response.destroyed) response.write(Buffer.alloc(1024 ** 2), () => setImmediate(more))
      })
    if (request.url === '/reset') return response.socket?.destroy()
    return response.writeHead(404).end('secret')
  })
  await using folder = await makeFolder({})
  const into = join(folder.root, 'specs')
  const names = ['a.json', 'same.json', 'missing', 'endless', 'reset', 'forbidden']
  const { digests, failures } = await gatherSpecs(
    names.map((name) => `${host.origin}/${name}`),
    { ask, folder: into },
  )
  expect(digests).toEqual({ [`${host.origin}/a.json`]: digest('{}'), [`${host.origin}/same.json`]: digest('{}') })
  expect(await readdir(into)).toEqual([digest('{}')])
  expect(await readFile(join(into, digest('{}')), 'utf8')).toBe('{}')
  expect(failures).toEqual({
    [`${host.origin}/missing`]: 'its host answered with status 404',
    [`${host.origin}/endless`]: 'it is larger than 10485760 bytes',
    [`${host.origin}/reset`]: 'its host could not be reached',
    [`${host.origin}/forbidden`]: 'it is forbidden',
  })
})

test('five redirects are followed, each of them judged like the first address', async () => {
  await using host = await startHost((request, response) => {
    const left = Number(request.url?.slice(1))
    const location = Number.isNaN(left) ? '/forbidden' : `/${left - 1}`
    if (left === 0) return response.end('{}')
    return response.writeHead(302, { location }).end()
  })
  await using folder = await makeFolder({})
  const at = (path: string) => `${host.origin}/${path}`
  const { digests, failures } = await gatherSpecs([at('5'), at('6'), at('away')], { ask, folder: folder.root })
  expect(Object.keys(digests)).toEqual([at('5')])
  expect(failures).toEqual({ [at('6')]: 'it is redirected more than 5 times', [at('away')]: 'it is forbidden' })
})

test('of very many the first fifty are fetched', async () => {
  await using host = await startHost((_, response) => void response.end('{}'))
  await using folder = await makeFolder({})
  const urls = Array.from({ length: 60 }, (_, index) => `${host.origin}/${index}`)
  const { digests, failures } = await gatherSpecs(urls, { ask, folder: folder.root })
  expect([Object.keys(digests).length, Object.keys(failures).length]).toEqual([50, 0])
})

test('who calls it off hears of it, and no failure is noted', async () => {
  const caller = new AbortController()
  await using host = await startHost(() => caller.abort(new Error('called off')))
  await using folder = await makeFolder({})
  const gathering = gatherSpecs([`${host.origin}/a`], { ask, folder: folder.root, signal: caller.signal })
  await expect(gathering).rejects.toThrow('called off')
})
