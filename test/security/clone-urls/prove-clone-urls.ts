import { type Corpus, Tally } from '../corpus.ts'
import { plantProjects } from '../plant-projects.ts'
import type { World } from '../prepare-world.ts'
import { runExports } from '../run-exports.ts'
import { listRedirects } from './redirects.ts'
import { type HostileUrl, listHostileUrls } from './urls.ts'

/** Promise 9: hostile clone URLs reach no forbidden address. */
export const cloneUrls: Corpus = {
  name: 'clone-urls',
  async run(world) {
    const tally = new Tally()
    const urls = listHostileUrls(world.trap.port)
    if (urls.length < 200) throw new Error(`Only ${urls.length} hostile URLs are left; 200 are promised.`)
    const before = world.trap.connections()
    await exportEach(world, urls, tally)
    await redirectEach(world, tally)
    await enterEachTrick(world, urls, tally)
    const reached = world.trap.connections() - before
    tally.check(reached === 0, `the trap was reached ${reached} times`)
    return tally
  },
}

/** The worker must refuse what stands in the table, whoever put it there. */
async function exportEach(world: World, urls: readonly HostileUrl[], tally: Tally): Promise<void> {
  const domains = await plantProjects(
    world,
    'url',
    urls.map(({ url }) => url),
  )
  const planted = domains.filter((domain) => domain !== undefined)
  const ended = await runExports(world, planted)
  const byDomain = new Map(planted.map((domain, index) => [domain, ended[index]]))
  for (const [index, { trick, url, resolvesTo }] of urls.entries()) {
    const domain = domains[index]
    const end = domain === undefined ? undefined : byDomain.get(domain)
    // A name is refused only where a resolver answers for it; without one the host is simply not found.
    const codes = resolvesTo ? ['repository_refused', 'repository_unreachable'] : ['repository_refused']
    const held = domain === undefined || (end?.status === 'failed' && codes.includes(end.errorCode ?? ''))
    tally.check(held, `${trick}: ${JSON.stringify(url.slice(0, 80))} ended ${end?.status} ${end?.errorCode}`)
  }
}

async function redirectEach(world: World, tally: Tally): Promise<void> {
  const redirects = listRedirects(world.trap.port)
  const repositories = redirects.map((_, index) => `${world.hosts.open.origin}/redirect/${index}/site.git`)
  const domains = await plantProjects(world, 'redirect', repositories)
  const ended = await runExports(
    world,
    domains.filter((domain) => domain !== undefined),
  )
  for (const [index, { status, target, at }] of redirects.entries()) {
    const end = ended[index]
    const held = end?.status === 'failed' && /^repository_(refused|unreachable)$/.test(end.errorCode ?? '')
    tally.check(held, `${status} at ${at} to ${target} ended ${end?.status} ${end?.errorCode}`)
  }
}

/** The operator's command refuses too; one URL of each trick. */
async function enterEachTrick({ service, demo }: World, urls: readonly HostileUrl[], tally: Tally): Promise<void> {
  const literal = urls.filter(({ resolvesTo, url }) => !resolvesTo && !url.includes('\0'))
  for (const { trick, url } of new Map(literal.map((hostile) => [hostile.trick, hostile])).values()) {
    const outcome = await service.admin(['project', 'update', demo.otherProjectId, `--repository=${url}`]).then(
      () => 'accepted',
      (error: { stderr?: string }) => error.stderr ?? String(error),
    )
    tally.check(outcome.includes('repository URL is refused'), `${trick}: the command said ${outcome.slice(0, 200)}`)
  }
}
