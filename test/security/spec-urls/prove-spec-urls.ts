import { listRedirects } from '../clone-urls/redirects.ts'
import { listHostileUrls } from '../clone-urls/urls.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { exportSites } from '../export-sites.ts'
import type { World } from '../prepare-world.ts'
import type { EndedExport } from '../run-exports.ts'

interface Report {
  advice?: { path: string; message: string }[]
  findings?: { code: string; message: string }[]
}

/** A page and a description for each of these sources. */
interface HostileSite {
  sources: readonly string[]
  files: Record<string, string>
}

// A site may name 50 on other hosts.
const SOURCES_OF_SITE = 45

const REFUSED =
  /could not be fetched: its host is unknown or refused;|is no address that can be fetched|There is no file/

/** Whether a resolver answers for these depends on where the suite runs; they may be asked, and have no OpenAPI file. */
const PUBLIC_HOST = /(?:^|\.)example\.com\.?$|^xn--/

/** Hostile addresses of OpenAPI files, and redirects to them, reach no forbidden address. */
export const specUrls: Corpus = {
  name: 'spec-urls',
  async run(world) {
    const tally = new Tally()
    const { trap, hosts } = world
    const [connections, credentials] = [trap.connections(), hosts.strayCredentials()]
    await expectFetched(world)
    const urls = listHostileUrls(trap.port).flatMap(({ url }) => (url === '' ? [] : [url]))
    if (urls.length < 200) throw new Error(`Only ${urls.length} hostile URLs are left; 200 are promised.`)
    await exportEach(world, urls, tally)
    await exportEach(world, listRedirecting(world), tally)
    await exportReferences(world, urls, tally)
    const reached = trap.connections() - connections
    tally.check(reached === 0, `the trap was reached ${reached} times`)
    tally.check(hosts.strayCredentials() === credentials, 'a credential was sent to the host of an OpenAPI file')
    return tally
  },
}

/** Without this the rest would hold for a service that asks nobody. */
async function expectFetched(world: World): Promise<void> {
  const source = `${world.hosts.open.origin}/site.git/HEAD`
  const [end] = await exportSites(world, 'spec-fetched', [siteOf([source]).files])
  const { findings = [] } = end ? await readReport(world, end) : {}
  const finding = findings.find(({ code }) => code === 'unreadable_spec')
  if (!finding?.message.includes('cannot be read')) {
    throw new Error(`An allowed host was not asked for ${source}: ${end?.status} ${end?.error} ${finding?.message}`)
  }
}

async function exportEach(world: World, sources: readonly string[], tally: Tally): Promise<void> {
  const sites: HostileSite[] = []
  for (let from = 0; from < sources.length; from += SOURCES_OF_SITE) {
    sites.push(siteOf(sources.slice(from, from + SOURCES_OF_SITE)))
  }
  const ended = await exportSites(
    world,
    `spec-url-${sources.length}`,
    sites.map(({ files }) => files),
  )
  for (const [at, { sources: own }] of sites.entries()) {
    const end = ended[at]
    const { advice = [] } = end?.status === 'completed' ? await readReport(world, end) : {}
    for (const [index, source] of own.entries()) {
      const said = advice.find(({ path }) => path.startsWith(`navigation.groups[${index + 1}].`))
      const held = said !== undefined && isHeld(source, said.message)
      tally.check(held, `${JSON.stringify(source.slice(0, 80))} ended ${end?.status} ${end?.error}: ${said?.message}`)
    }
  }
}

function isHeld(source: string, message: string): boolean {
  const { hostname = '' } = URL.parse(source) ?? {}
  return REFUSED.test(message) || (PUBLIC_HOST.test(hostname) && message.includes('could not be fetched'))
}

/** An allowed host that sends the client on to where it must not go. */
function listRedirecting({ hosts, trap }: World): string[] {
  return listRedirects(trap.port).map(({ at }, index) => `${hosts.open.origin}/redirect/${index}/${at}`)
}

/** What an OpenAPI file of the site refers to is never fetched at all. */
async function exportReferences(world: World, urls: readonly string[], tally: Tally): Promise<void> {
  const parameters = urls.map(($ref, index) => ({ name: `p${index}`, in: 'query', schema: { $ref } }))
  const paths = { '/x': { get: { summary: 'X', parameters } } }
  const site = siteOf(['api.json'], { 'api.json': JSON.stringify({ openapi: '3.1.0', paths }) })
  const [end] = await exportSites(world, 'spec-reference', [site.files])
  tally.check(end?.status === 'completed', `hostile references ended ${end?.status} ${end?.error}`)
}

function siteOf(sources: readonly string[], files: Record<string, string> = {}): HostileSite {
  // Both kinds of description go the same way.
  const groups = sources.map((source, index) => ({ group: `G${index}`, [index % 2 ? 'asyncapi' : 'openapi']: source }))
  const navigation = { groups: [{ group: 'Start', pages: ['index'] }, ...groups] }
  const docs = JSON.stringify({ name: 'Site', navigation })
  return { sources, files: { 'docs.json': docs, 'index.mdx': '# Index', ...files } }
}

async function readReport({ send, service, tenant }: World, { jobId }: EndedExport): Promise<Report> {
  const url = `${service.url}/v1/static-export/jobs/${jobId}/report`
  const { status, body, text } = await send({ url, key: tenant.key })
  if (status !== 200) throw new Error(`There is no report of ${jobId}: ${text}`)
  return body
}
