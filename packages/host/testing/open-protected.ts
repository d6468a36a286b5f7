import { writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { startOidcProvider } from '../../../test/parts/oidc-provider.ts'
import { signInAtProvider } from '../../../test/parts/sign-in-at-provider.ts'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { runHost } from './run-host.ts'
import { ask, type Reply } from './serve-files.ts'
import { hostKey, startHosting } from './start-hosting.ts'

/** A word of the site that no stranger may see. */
export const secretWord = 'harbor-canary'

/** Staff alone may read the first; anybody who signs in the second; everybody the third. */
export const protectedSites = {
  staff: 'staff.example.com',
  members: 'members.example.com',
  open: 'open.example.com',
} as const

export const files = ['index.html', 'guide.html', 'guide.md', 'llms.txt', 'llms-full.txt', 'sitemap.xml', 'search.json']
export const assets = [
  '_bindery/site-0123456789ab.css',
  '_bindery/search-0123456789ab.js',
  'images/plan.svg',
  'film.mp4',
]

function siteOf(domain: string): Promise<Buffer> {
  const sources = [...files, ...assets, '404.html']
    .sort()
    .map((path) => text(path, `${secretWord} of ${domain} `.repeat(40)))
  return bundleOf(sources, { site: { ...facts, domain, version: 'v1' } })
}

/** A host of three sites, and a real provider in which ada is staff and bob is not. */
export async function openProtected(signIn: object = {}) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const service = parts.use(await startHosting())
  for (const domain of Object.values(protectedSites)) service.publish(domain, await siteOf(domain))
  const people = [
    { subject: 'ada', email: 'ada@example.com', name: 'Ada', groups: ['staff', 'other'] },
    { subject: 'bob', email: 'bob@example.com', name: 'Bob', groups: ['guests'] },
  ]
  const redirectUris = Object.values(protectedSites).map((domain) => `https://${domain}/_bindery/sign-in/callback`)
  const provider = await startOidcProvider({ redirectUris, people })
  parts.defer(() => provider.close())
  const secrets = { key: hostKey, 'client-secret': provider.clientSecret, secret: 'a'.repeat(43) }
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder.path, name), value)
  const settings = (more: object) => ({
    staticExport: { allowHttp: true, follow: { url: service.url, allDomains: true, apiKeyFile: 'key' } },
    signIn: {
      method: 'oidc',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecretFile: 'client-secret',
      secretFile: 'secret',
      domains: { [protectedSites.staff]: ['staff', 'editors'], [protectedSites.members]: [] },
      public: true,
      ...more,
    },
  })
  const host = parts.use(await runHost(folder.path, settings(signIn)))
  await host.heard(/has 3 domains/)
  const get = (domain: string, path: string, headers: OutgoingHttpHeaders = {}) =>
    ask(host.url, path, { headers: { host: domain, ...headers } })
  /** As a browser that opens a page: to the provider and back. */
  const signInAs = async (domain: string, subject: string, path = '/'): Promise<Reply & { cookie: string }> => {
    const led = await get(domain, path, { accept: 'text/html' })
    const answer = await signInAtProvider(led.headers.location ?? '', subject)
    const back = await get(domain, answer.pathname + answer.search, { cookie: cookieOf(led) })
    return { ...back, cookie: cookieOf(back) }
  }
  const all = parts.move()
  return {
    folder: folder.path,
    host,
    people,
    provider,
    get,
    signInAs,
    configure: (more: object) => host.configure(settings(more)),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The cookies that a response sets, as the next request sends them. */
export function cookieOf({ headers }: Reply): string {
  return (headers['set-cookie'] ?? []).map((line) => line.replace(/;.*$/, '')).join('; ')
}
