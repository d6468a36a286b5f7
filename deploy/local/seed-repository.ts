// Puts the files of a folder into a repository of the local git host as one commit.
//
//   node deploy/local/seed-repository.ts OWNER/NAME FOLDER      prints the URL to clone and the commit
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readServices } from './read-services.ts'

export type GitHostPlace = { root: string; url: string }
export type SeededRepository = { url: string; commit: string }

const run = promisify(execFile)

// No settings of the user, one author and fixed dates: the same files always make the same commit.
const fixed = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Bindery',
  GIT_AUTHOR_EMAIL: 'bindery@localhost',
  GIT_COMMITTER_NAME: 'Bindery',
  GIT_COMMITTER_EMAIL: 'bindery@localhost',
}

/**
 * The first call makes the repository, each further one adds a commit whose tree is exactly the folder. The host is
 * the one that `npm run services` started, unless another is given.
 */
export async function seedRepository(
  name: string,
  folder: string,
  host: GitHostPlace = runningHost(),
): Promise<SeededRepository> {
  const repository = join(host.root, `${name}.git`)
  const scratch = await mkdtemp(join(tmpdir(), 'bindery-seed-'))
  const git = gitWith({ GIT_DIR: repository, GIT_WORK_TREE: resolve(folder), GIT_INDEX_FILE: join(scratch, 'index') })
  try {
    await gitWith({})('init', '--quiet', '--bare', '--initial-branch=main', repository)
    await git('add', '--all', '--force', ':/')
    const parent = await git('rev-parse', '--quiet', '--verify', 'refs/heads/main').catch(() => '')
    const tree = await git('write-tree')
    const parents = parent ? Number(await git('rev-list', '--count', parent)) : 0
    // An hour after the one before: hosts compare the times of commits.
    const date = new Date(Date.UTC(2025, 0, 1, parents)).toISOString()
    const dated = gitWith({ GIT_DIR: repository, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
    const commit = await dated('commit-tree', tree, '-m', 'Seed', ...(parent ? ['-p', parent] : []))
    await git('update-ref', 'refs/heads/main', commit, parent)
    // As a host keeps it: of 5,000 loose objects each fetch would make a pack anew, 17 s instead of 1.
    await git('repack', '-adq')
    return { url: `${host.url}/${name}.git`, commit }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

function runningHost(): GitHostPlace {
  const { BINDERY_GIT_ROOT: root = '', BINDERY_GIT_URL: url = '' } = readServices()
  return { root, url }
}

function gitWith(places: NodeJS.ProcessEnv) {
  const env = { PATH: process.env.PATH, ...fixed, ...places }
  return async (...args: string[]) => (await run('git', args, { env })).stdout.trim()
}

if (import.meta.main) {
  const [name, folder] = process.argv.slice(2)
  if (!name || !folder) throw new Error('usage: node deploy/local/seed-repository.ts OWNER/NAME FOLDER')
  const { url, commit } = await seedRepository(name, folder)
  console.log(`${url} ${commit}`)
}
