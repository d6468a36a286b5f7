import { cp, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { findCorpora, unpackCorpus } from './unpack-corpus.ts'

interface ListOptions {
  /** A folder of archives; else the one beside this repository, if it is there. */
  corpora?: string | undefined
  /** Names with commas between them; all without it. */
  sites?: string | undefined
}

export interface Site {
  name: string
  /** Puts the site's sources into an empty folder and says where in it the configuration stands. */
  unpack(folder: string): Promise<string>
}

const repository = resolve(import.meta.dirname, '../..')
const ownSites = { components: 'packages/site/fixtures/components', docs: 'docs' }

/** The small sites of this repository, then every archive of the corpora. */
export async function listSites({ corpora, sites }: ListOptions): Promise<Site[]> {
  const folder = findCorpora(corpora)
  const archives = folder === undefined ? [] : (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
  const all: Site[] = [
    ...Object.entries(ownSites).map(([name, path]) => ({ name, unpack: copyFrom(join(repository, path)) })),
    ...archives.map((archive) => ({
      name: basename(archive, '.tar.gz'),
      unpack: (into: string) => unpackCorpus(join(folder ?? '', archive), into),
    })),
  ]
  return sites === undefined ? all : sites.split(',').map((name) => pick(all, name))
}

function copyFrom(source: string): Site['unpack'] {
  return async (folder) => {
    await cp(source, folder, { recursive: true })
    return folder
  }
}

function pick(all: Site[], name: string): Site {
  const site = all.find((one) => one.name === name)
  if (!site) throw new Error(`There is no site "${name}". Choose of: ${all.map((one) => one.name).join(', ')}.`)
  return site
}
