import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchSite, openBenchSite } from '../export/open-bench-site.ts'

/** A site of which two pages and the picture that both show carry the number of the last commit. */
export interface LiveSite extends AsyncDisposable {
  /** Folder of docs.json. */
  root: string
  /** Where a host serves the two. */
  paths: readonly [string, string]
  commit(version: number): Promise<string>
}

export async function openLiveSite(name: string, corpora: string | undefined): Promise<LiveSite> {
  const site = await openBenchSite(name, corpora)
  const routes = await findRoutes(site)
  const texts = await Promise.all(routes.map((route) => readFile(fileOf(site, route), 'utf8')))
  return {
    root: site.root,
    paths: [addressOf(routes[0]), addressOf(routes[1])],
    async commit(version) {
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>${wordsOf(version)}</title></svg>\n`
      await writeFile(join(site.root, 'live-words.svg'), picture)
      for (const [at, route] of routes.entries()) {
        const more = `${wordsOf(version)}\n\n![The words](/live-words.svg)\n`
        await writeFile(fileOf(site, route), `${texts[at]}\n\n${more}`)
      }
      return site.push()
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

export const wordsOf = (version: number) => `These are the live words of commit ${version}.`

/** Which commit a page or a picture is of. */
export function readVersion(text: string): number | undefined {
  const found = /These are the live words of commit (\d+)\./.exec(text)
  return found ? Number(found[1]) : undefined
}

/** Where a page says that its picture is. */
export function findPicture(page: string): string | undefined {
  return /src="([^"]*live-words[^"]*)"/.exec(page)?.[1]
}

const fileOf = ({ root }: BenchSite, route: string) => join(root, `${route}.mdx`)
const addressOf = (route: string) => `/${route.replace(/(^|\/)index$/, '')}`

/** The first two pages of the navigation that are files: neighbours. */
async function findRoutes(site: BenchSite): Promise<[string, string]> {
  const config = JSON.parse(await readFile(join(site.root, 'docs.json'), 'utf8'))
  const named = listStrings(config.navigation).filter((route) => existsSync(fileOf(site, route)))
  const [first, second] = new Set(named)
  if (first === undefined || second === undefined) throw new Error('The navigation has no two pages.')
  return [first, second]
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
