import { cp, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { findCorpora, unpackCorpus } from './unpack-corpus.ts'

interface ListOptions {
  /** A folder of archives; else the one beside this repository, if it is there. */
  corpora?: string | undefined
  /** Which of the archives, with commas between their names; all without it. */
  sites?: string | undefined
}

export interface Site {
  name: string
  /** Puts the site's sources into an empty folder and says where in it the configuration stands. */
  unpack(folder: string): Promise<string>
}

const repository = resolve(import.meta.dirname, '../..')
const ownSites = {
  components: 'packages/site/fixtures/components',
  openapi: 'packages/site/fixtures/openapi',
  languages: 'packages/site/fixtures/languages',
  docs: 'docs',
}

/** The small sites of this repository always, then the archives of the corpora where there are any. */
export async function listSites({ corpora, sites }: ListOptions): Promise<Site[]> {
  const own = Object.entries(ownSites).map(([name, path]) => ({ name, unpack: copyFrom(join(repository, path)) }))
  const folder = findCorpora(corpora)
  if (folder === undefined) {
    console.log('There are no corpora beside this repository: only its own sites are built.')
    return own
  }
  const archives = await listArchives(folder)
  return [...own, ...(sites === undefined ? archives : sites.split(',').map((name) => pick(archives, name)))]
}

async function listArchives(folder: string): Promise<Site[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
  return names.map((name) => ({
    name: basename(name, '.tar.gz'),
    unpack: (into) => unpackCorpus(join(folder, name), into),
  }))
}

function copyFrom(source: string): Site['unpack'] {
  return async (folder) => {
    await cp(source, folder, { recursive: true })
    return folder
  }
}

function pick(archives: Site[], name: string): Site {
  const site = archives.find((one) => one.name === name)
  if (!site) throw new Error(`There is no archive "${name}". Choose of: ${archives.map((one) => one.name).join(', ')}.`)
  return site
}
