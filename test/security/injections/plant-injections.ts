import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askGitea, type Gitea } from '../../../deploy/local/seed-gitea.ts'
import type { World } from '../prepare-world.ts'
import { GitRepository, type TreeEntry } from '../repositories/git-repository.ts'
import { carryText } from './carriers.ts'
import type { Injection, Surroundings } from './injection.ts'
import { writeOrder } from './write-script.ts'

const run = promisify(execFile)

/** One repository on Gitea with a branch for each injection, and a copy of it that sees what is pushed. */
export interface Planted extends AsyncDisposable {
  gitea: Gitea
  name: string
  /** Commits by branch, as they must stay. */
  branches: Map<string, string>
  /** Runs git on the copy. */
  git(...args: string[]): Promise<string>
  /** The branches as Gitea has them now, fetched. */
  fetch(): Promise<Map<string, string>>
}

export async function plantInjections(
  { folder }: World,
  { gitea, name }: Pick<Planted, 'gitea' | 'name'>,
  injections: readonly Injection[],
  around: Surroundings,
): Promise<Planted> {
  const repository = new GitRepository(join(folder, `${name}.git`))
  const branches = new Map([
    ['main', repository.commit(repository.tree(repository.files({ 'README.md': '# Main\n' })))],
  ])
  for (const injection of injections) {
    branches.set(branchOf(injection), repository.commit(buildTree(repository, injection, around), branchOf(injection)))
  }
  await askGitea(gitea, '/user/repos', { method: 'POST', body: { name, private: true, default_branch: 'main' } })
  const git = openGit(gitea, repository.path)
  await git('push', '--quiet', '--all', urlOf({ gitea, name }))
  return {
    gitea,
    name,
    branches,
    git,
    async fetch() {
      await git('fetch', '--quiet', '--prune', urlOf({ gitea, name }), '+refs/*:refs/seen/*')
      const lines = await git(
        'for-each-ref',
        '--format=%(objectname) %(refname:lstrip=3)',
        'refs/seen/heads',
        'refs/seen/tags',
      )
      return new Map(lines.split('\n').map((line) => [line.slice(41), line.slice(0, 40)]))
    },
    async [Symbol.asyncDispose]() {
      await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
    },
  }
}

export function branchOf({ name }: Injection): string {
  return `inject/${name}`
}

export function urlOf({ gitea: { url, owner }, name }: Pick<Planted, 'gitea' | 'name'>): string {
  return `${url}/${owner}/${name}.git`
}

function buildTree(repository: GitRepository, injection: Injection, around: Surroundings): string {
  const { carrier, docsPath, files, links } = injection
  const site = Object.entries(carryText(carrier, writeOrder(injection)))
  const placed = Object.fromEntries(site.map(([path, body]) => [docsPath ? `${docsPath}/${path}` : path, body]))
  const entries = repository.files({ ...placed, ...files?.(around) })
  return repository.tree([
    ...entries,
    ...Object.entries(links?.(around) ?? {}).map((link) => makeLink(repository, link)),
  ])
}

function makeLink(repository: GitRepository, [path, target]: [string, string]): TreeEntry {
  const [name = '', ...rest] = path.split('/')
  if (rest.length === 0) return { mode: '120000', name, object: repository.blob(target) }
  return { mode: '40000', name, object: repository.tree([makeLink(repository, [rest.join('/'), target])]) }
}

function openGit({ owner, token }: Gitea, repository: string): Planted['git'] {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`${owner}:${token}`).toString('base64')}`,
  }
  return async (...args) => (await run('git', ['-C', repository, ...args], { env, maxBuffer: 1 << 26 })).stdout.trim()
}
