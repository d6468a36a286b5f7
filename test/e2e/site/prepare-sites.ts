import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { buildFolder } from '../build-folder.ts'

/** A site that has been built, with its source beside it. */
export interface BuiltSite {
  name: string
  /** Ours is all of it; of a corpus only what stands around its author's content. */
  isOwn: boolean
  root: string
  out: string
  /** Hosts that the report names for a page, by the page's address. */
  hosts: Map<string, string[]>
  /** Sources of which the report says that a part of them could not be rendered. */
  incomplete: Set<string>
}

interface Source {
  name: string
  isOwn: boolean
  root: string
}

const repository = resolve(import.meta.dirname, '../../..')

/** The sites of this repository and every archive of the folder, or those of them that are named, each built as it is taken. */
export async function* prepareSites(work: string, corpora: string | undefined, names: string[] | undefined) {
  const sites = [...ownSites(), ...(await listArchives(corpora, work))]
  const known = sites.map(({ name }) => name)
  // Where there are no corpora, a run that names some of them still checks our own sites.
  const unknown = corpora === undefined ? undefined : names?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no site “${unknown}”. Choose of: ${known.join(', ')}.`)
  for (const { name, find } of sites) if (names?.includes(name) ?? true) yield build(await find(), work)
}

function ownSites() {
  const own = (name: string, folder: string) => ({
    name,
    find: async (): Promise<Source> => ({ name, isOwn: true, root: join(repository, folder) }),
  })
  const fixture = (name: string) => own(name, `packages/site/fixtures/${name}`)
  return [fixture('components'), fixture('openapi'), fixture('languages'), own('docs', 'docs')]
}

async function listArchives(corpora: string | undefined, work: string) {
  if (corpora === undefined) return []
  const archives = (await readdir(corpora)).filter((name) => name.endsWith('.tar.gz')).sort()
  return archives.map((archive) => {
    const name = basename(archive, '.tar.gz')
    const find = async (): Promise<Source> => {
      return { name, isOwn: false, root: await unpackCorpus(join(corpora, archive), join(work, name)) }
    }
    return { name, find }
  })
}

async function build(source: Source, work: string): Promise<BuiltSite> {
  const out = join(work, `${source.name}.site`)
  const { status, stdout, stderr } = await buildFolder(source.root, out)
  if (status !== 0) throw new Error(`${source.name} could not be built: ${stderr || stdout.slice(0, 2000)}`)
  return { ...source, out, ...(await readReport(out)) }
}

async function readReport(out: string): Promise<Pick<BuiltSite, 'hosts' | 'incomplete'>> {
  const report = JSON.parse(await readFile(join(out, '_bindery/report.json'), 'utf8')) as {
    outsideHosts: { host: string; pages: string[] }[]
    findings: { code: string; file: string }[]
  }
  const hosts: BuiltSite['hosts'] = new Map()
  for (const { host, pages } of report.outsideHosts) {
    for (const page of pages) hosts.set(page, [...(hosts.get(page) ?? []), host])
  }
  const undrawn = report.findings.filter(({ code }) => code === 'missing_import' || code === 'fallback')
  return { hosts, incomplete: new Set(undrawn.map(({ file }) => file)) }
}
