import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFiles, makeBundleFolder } from '../../bench/host/make-bundle-folder.ts'
import { type HostProcess, startHost } from '../../deployments/start-host.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { type StartedProvider, startOidcProvider } from '../../parts/oidc-provider.ts'
import { signInAtProvider } from '../../parts/sign-in-at-provider.ts'
import { type Answer, sendTo } from './send-to.ts'

export const secretWord = 'reader-canary'
export const secret = 'the same secret on both hosts, of more than 32 characters'
export const domains = ['docs.example.com', 'other.example.com'] as const

export interface ProtectedWorld extends AsyncDisposable {
  provider: StartedProvider
  /** Two sites with a sign-in, and one whose proxy signs readers in. */
  staff: HostProcess
  other: HostProcess
  behindProxy: HostProcess
  /** Every address of a file. */
  paths: string[]
  signIn(host: HostProcess, domain: string, subject: string): Promise<Answer & { session: string; pending: string }>
}

/** A site as `bindery build` makes it, on hosts as an operator runs them, with a real provider. */
export async function openSites(): Promise<ProtectedWorld> {
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-readers-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  const site = await buildSite(work)
  const redirectUris = domains.map((domain) => `https://${domain}/_bindery/sign-in/callback`)
  const people = ['ada', 'bob'].map((subject) => ({
    ...{ subject, email: `${subject}@example.com`, name: subject },
    groups: subject === 'ada' ? ['staff'] : ['guests'],
  }))
  const provider = await startOidcProvider({ redirectUris, people })
  parts.defer(() => provider.close())
  const { issuer, clientId, clientSecret } = provider
  const oidc = { method: 'oidc', issuer, clientId, clientSecretFile: 'client-secret', secretFile: 'secret' }
  const open = async (name: string, domain: string, signIn: object) => {
    const folder = join(work, name)
    await mkdir(folder)
    await writeFile(join(folder, 'secret'), secret)
    await writeFile(join(folder, 'client-secret'), clientSecret)
    await makeBundle(site, join(folder, 'site'), domain)
    const staticExport = { enabled: true, allowHttp: true, bundleUrl: join(folder, 'site') }
    const host = parts.use(await startHost(folder, { staticExport, signIn }))
    await host.heard(/^Serving/)
    return host
  }
  const groups = ['staff']
  const [staff, other, behindProxy] = await Promise.all([
    open('staff', domains[0], { ...oidc, groups }),
    open('other', domains[1], oidc),
    open('proxy', domains[0], { method: 'proxy', proxies: ['203.0.113.0/24'], groups }),
  ])
  const paths = (await listFiles(join(work, 'staff/site'))).map((path) => `/${path}`)
  const all = parts.move()
  const signIn: ProtectedWorld['signIn'] = async (host, domain, subject) => {
    const headers = { host: domain, accept: 'text/html' }
    const led = await sendTo(host.url, '/', { headers })
    const answer = await signInAtProvider(led.headers.location ?? '', subject)
    const pending = cookieOf(led, 'pending')
    const back = await sendTo(host.url, answer.pathname + answer.search, { headers: { host: domain, cookie: pending } })
    return { ...back, session: cookieOf(back, 'reader='), pending }
  }
  return { provider, staff, other, behindProxy, paths, signIn, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function cookieOf({ headers }: Answer, name: string): string {
  const line = headers['set-cookie']?.find((one) => one.includes(name)) ?? ''
  return line.replace(/;.*$/, '')
}

async function buildSite(work: string): Promise<string> {
  const docs = join(work, 'docs')
  await mkdir(join(docs, 'images'), { recursive: true })
  const navigation = { pages: ['index', 'guide'] }
  await writeFile(join(docs, 'docs.json'), JSON.stringify({ name: secretWord, navigation }))
  const picture = `<svg xmlns="http://www.w3.org/2000/svg"><title>${secretWord}</title></svg>`
  await writeFile(join(docs, 'images/plan.svg'), picture)
  for (const name of navigation.pages) {
    await writeFile(join(docs, `${name}.mdx`), `---\ntitle: ${name}\n---\n\n${secretWord}\n\n![](/images/plan.svg)\n`)
  }
  const built = await buildFolder(docs, join(work, 'built'))
  if (built.status !== 0) throw new Error(`The site was not built:\n${built.stderr}`)
  return join(work, 'built')
}

async function makeBundle(site: string, folder: string, domain: string): Promise<void> {
  await makeBundleFolder(site, folder, 'v1')
  const file = join(folder, 'manifest.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"domain":"[^"]+"/, `"domain":"${domain}"`))
}
