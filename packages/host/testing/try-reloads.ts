/**
 * `node --conditions=bindery-source try-reloads.ts COUNT`: reloads a host COUNT times, each time while a site opens that the
 * new configuration protects. Prints how many requests of strangers were tried, and those that were answered with the site.
 */
import { writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { runHost } from './run-host.ts'
import { ask } from './serve-files.ts'
import { bundleFor, hostKey, startHosting } from './start-hosting.ts'

interface Tried {
  tried: number
  escapes: string[]
}

export async function tryReloads(count: number): Promise<Tried> {
  await using folder = await temporaryFolder()
  await using service = await startHosting()
  await writeFile(join(folder.path, 'key'), hostKey)
  const [first = '', ...domains] = Array.from({ length: count + 1 }, (_, index) => `site-${index}.example.com`)
  for (const domain of [first, ...domains]) service.publish(domain, await bundleFor(domain, 'v1'))
  const settings = (protectedDomains: readonly string[]) => ({
    staticExport: { allowHttp: true, follow: { url: service.url, allDomains: true, apiKeyFile: 'key' } },
    signIn: {
      method: 'proxy',
      proxies: ['127.0.0.1'],
      public: true,
      domains: Object.fromEntries(protectedDomains.map((domain) => [domain, []])),
    },
  })
  await using host = await runHost(folder.path, settings([first]))
  await host.heard(new RegExp(`has ${count + 1} domains`))
  const read = async (domain: string, path: string, headers: OutgoingHttpHeaders = {}) => {
    const { status, body } = await ask(host.url, path, { headers: { host: domain, ...headers } })
    return { status, isSite: status === 200 && body.toString().includes(`v1 of ${domain}`) }
  }
  const found: Tried = { tried: 0, escapes: [] }
  const expectRefusal = async (what: string, answer: ReturnType<typeof read>) => {
    const { status } = await answer
    found.tried++
    if (status !== 401) found.escapes.push(`${what}: ${status}`)
  }
  for (const [index, domain] of domains.entries()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    service.holdBack(domain, promise)
    const pending = read(domain, '/')
    while (service.count(`GET /bucket/${domain}/`) === 0) await wait(1)
    await host.configure(settings([first, ...domains.slice(0, index + 1)]))
    // In two of three rounds the site opens after the reload. In the third it opens before it, or at the same time.
    const isBefore = index % 3 === 2
    if (isBefore) void wait((index * 37) % 150).then(() => resolve())
    await host.heard(/^The configuration has changed/)
    resolve()
    if (isBefore) await pending
    else await expectRefusal(`the reader who waited for ${domain}`, pending)
    for (const path of ['/', '/guide']) await expectRefusal(`${domain}${path}`, read(domain, path))
    const earlier = domains[Math.floor(index / 2)] ?? first
    await expectRefusal(`${earlier} after ${index + 1} reloads`, read(earlier, '/'))
    // Otherwise nothing is proven: there is a site, and the right reader gets it.
    const { status, isSite } = await read(domain, '/', { 'x-forwarded-user': 'ada' })
    if (!isSite) throw new Error(`${domain} answers a reader who has signed in with ${status}.`)
  }
  return found
}

if (import.meta.main) console.log(JSON.stringify(await tryReloads(Number(process.argv[2]))))
