import { join } from 'node:path'
import { unpackBundle } from '../../support/unpack-bundle.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { completeSites, exportAgain } from '../export-sites.ts'
import type { World } from '../prepare-world.ts'
import { type EndedExport, readBundle } from '../run-exports.ts'
import { makeBadSite } from './bad-pages.ts'
import type { Canaries, Canary } from './canaries.ts'
import { closeSite, listSites, makeOpenSite, type PrivateSite } from './list-sites.ts'

/** Of a private page only its path is seen outside, and only in the report. */
export const privacy: Corpus = {
  name: 'privacy',
  async run(world) {
    const tally = new Tally()
    const [control, ...sites] = [makeOpenSite(), ...listSites(), makeBadSite()]
    const ended = await completeSites(
      world,
      'privacy',
      [control, ...sites].map(({ files }) => files),
    )
    const seen = await Promise.all(ended.map((end, index) => readOutputs(world, end, `privacy-${index}`)))
    requireSeen(control.canaries, seen[0] ?? new Map())
    for (const [index, site] of sites.entries()) checkSite(site, seen[index + 1] ?? new Map(), tally)
    const closed = await exportAgain(world, 'privacy', closeSite(control).files)
    checkSite({ ...control, name: 'a site that was open' }, await readOutputs(world, closed, 'privacy-closed'), tally)
    return tally
  },
}

/** All that somebody outside can read of an export, by what it is for. */
type Outputs = Map<string, string[]>

const report = 'report'
const kinds: readonly [kind: string, path: RegExp][] = [
  [report, /^_bindery\/report\./],
  ['search', /^_bindery\/search\//],
  ['navigation', /^_bindery\/(?:nav|pages|sections)/],
  ['settings of servers', /^_bindery\/hosting\/|^_redirects$/],
  ['pictures and files', /^_bindery\/assets\/|\.(?:svg|png|json|ya?ml)$/],
  ['llms.txt', /^llms.*\.txt$/],
  ['sitemap', /^sitemap|^robots\.txt$/],
  ['Markdown', /\.md$/],
  ['feeds', /\.(?:xml|rss)$/],
  ['pages', /\.html$/],
]

async function readOutputs(world: World, { jobId }: EndedExport, name: string): Promise<Outputs> {
  const outputs: Outputs = new Map()
  const add = (kind: string, text: string) => outputs.set(kind, [...(outputs.get(kind) ?? []), text])
  const files = unpackBundle(await readBundle(world, jobId), join(world.folder, name))
  for (const [path, bytes] of files) {
    add('names of files', path)
    add(kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other files', bytes.toString('latin1'))
  }
  const { send, service, tenant } = world
  const ask = async (rest: string) => {
    const { status, text, body } = await send({
      url: `${service.url}/v1/static-export/jobs/${jobId}${rest}`,
      key: tenant.key,
    })
    if (status !== 200) throw new Error(`${rest || 'The job'} of ${jobId} answered ${status}: ${text}`)
    return { text, body }
  }
  add('job', (await ask('')).text)
  add(report, (await ask('/report')).text)
  for (let cursor = '0'; cursor !== null; ) {
    const { text, body } = await ask(`/files?cursor=${cursor}`)
    add('list of files', text)
    cursor = body.nextCursor
  }
  return outputs
}

/** What no page shows even of an open site proves nothing when it is not seen. */
const neverShown = new Set(['keyword', 'name of the snippet', 'file of the operation', 'title of the API'])

function requireSeen(canaries: Canaries, outputs: Outputs): void {
  const seen = new Set([...outputs.values()].flat().flatMap((text) => [...canaries.find(text)].map(({ kind }) => kind)))
  const missed = canaries.all.filter(({ kind }) => !seen.has(kind) && !neverShown.has(kind))
  if (missed.length > 0) {
    throw new Error(`An open site does not show: ${[...new Set(missed.map(({ kind }) => kind))].join(', ')}.`)
  }
}

function checkSite({ name, canaries }: PrivateSite, outputs: Outputs, tally: Tally): void {
  for (const [output, texts] of outputs) {
    const found = new Set(texts.flatMap((text) => [...canaries.find(text)]))
    for (const canary of canaries.all) {
      const mayBe = canary.kind === 'path' && output === report
      tally.check(mayBe || !found.has(canary), `${name}: the ${output} had the ${canary.kind} of ${canary.page}`)
    }
  }
  checkNamed(name, canaries.all.filter(isPath), canaries.find((outputs.get(report) ?? []).join('\n')), tally)
}

function checkNamed(name: string, paths: Canary[], reported: Set<Canary>, tally: Tally): void {
  for (const path of paths)
    tally.check(reported.has(path), `${name}: the report does not name the page of ${path.page}`)
}

function isPath({ kind }: Canary): boolean {
  return kind === 'path'
}
