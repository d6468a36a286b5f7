import { join } from 'node:path'
import { plantProjects } from './plant-projects.ts'
import type { World } from './prepare-world.ts'
import { GitRepository } from './repositories/git-repository.ts'
import { type EndedExport, runExports } from './run-exports.ts'

/** By path. */
export type SiteFiles = Readonly<Record<string, string | Buffer>>

/** Gives each site a repository and a project of its own, and exports them all. */
export async function exportSites(world: World, area: string, sites: readonly SiteFiles[]): Promise<EndedExport[]> {
  const { openRoot, open } = world.hosts
  const repositories = sites.map((files, index) => {
    const repository = new GitRepository(join(openRoot, `${area}-${index}.git`))
    repository.commit(repository.tree(repository.files(files)))
    return `${open.origin}/${area}-${index}.git`
  })
  const domains = await plantProjects(world, area, repositories)
  return runExports(
    world,
    domains.filter((domain) => domain !== undefined),
  )
}

/** The same, where every one of them must succeed. */
export async function completeSites(world: World, area: string, sites: readonly SiteFiles[]): Promise<EndedExport[]> {
  const ended = await exportSites(world, area, sites)
  const failed = ended.find(({ status }) => status !== 'completed')
  if (failed) throw new Error(`An export of ${area} ended ${failed.status} ${failed.errorCode}: ${failed.error}`)
  return ended
}
