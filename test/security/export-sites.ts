import { join } from 'node:path'
import { plantProjects } from './plant-projects.ts'
import type { World } from './prepare-world.ts'
import { GitRepository } from './repositories/git-repository.ts'
import { type EndedExport, runExport, runExports } from './run-exports.ts'

/** By path. */
export type SiteFiles = Readonly<Record<string, string | Buffer>>

/** Gives each site a repository and a project of its own, and exports them all. */
export async function exportSites(world: World, area: string, sites: readonly SiteFiles[]): Promise<EndedExport[]> {
  return runExports(world, await plantSites(world, area, sites))
}

/** Gives each site a repository and a project of its own; returns their domains, which name the projects too. */
export async function plantSites(world: World, area: string, sites: readonly SiteFiles[]): Promise<string[]> {
  const { openRoot, open } = world.hosts
  const repositories = sites.map((files, index) => {
    const repository = new GitRepository(join(openRoot, `${area}-${index}.git`))
    repository.commit(repository.tree(repository.files(files)))
    return `${open.origin}/${area}-${index}.git`
  })
  const domains = await plantProjects(world, area, repositories)
  return domains.filter((domain) => domain !== undefined)
}

/** Commits to the first of these repositories what it holds now, and exports it once more. */
export async function exportAgain(world: World, area: string, files: SiteFiles): Promise<EndedExport> {
  const repository = new GitRepository(join(world.hosts.openRoot, `${area}-0.git`))
  repository.commit(repository.tree(repository.files(files)))
  return runExport(world, `${area}-0.example.com`)
}

/** The same, where every one of them must succeed. */
export async function completeSites(world: World, area: string, sites: readonly SiteFiles[]): Promise<EndedExport[]> {
  const ended = await exportSites(world, area, sites)
  const failed = ended.find(({ status }) => status !== 'completed')
  if (failed) throw new Error(`An export of ${area} ended ${failed.status} ${failed.errorCode}: ${failed.error}`)
  return ended
}
