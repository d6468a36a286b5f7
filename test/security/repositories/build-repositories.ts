import { join } from 'node:path'
import { bombs } from './bombs.ts'
import { brokenObjects } from './broken-objects.ts'
import { filters } from './filters.ts'
import { gitFolders } from './git-folders.ts'
import { GitRepository } from './git-repository.ts'
import type { HostileRepository, Outside } from './hostile-repository.ts'
import { links } from './links.ts'
import { names } from './names.ts'
import { submodules } from './submodules.ts'

export const hostileClasses: readonly (readonly HostileRepository[])[] = [
  links,
  gitFolders,
  submodules,
  filters,
  bombs,
  names,
  brokenObjects,
]

export const hostileRepositories = hostileClasses.flat()

/** Writes each of them as `<root>/<name>.git`, ready to be served. */
export function buildRepositories(repositories: readonly HostileRepository[], root: string, outside: Outside): void {
  for (const { name, build } of repositories) build(new GitRepository(join(root, `${name}.git`)), outside)
}
