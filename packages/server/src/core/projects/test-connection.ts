import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Git, withGit } from '../../git/connect-git.ts'
import { explainFailure } from '../../git/fetch/explain-failure.ts'
import { listRefCandidates } from '../../git/fetch/list-ref-candidates.ts'
import { type GitCredential, remote } from '../../git/git-environment.ts'
import type { GitHostKind } from '../../git/hosts/git-host.ts'
import { HostError } from '../../git/hosts/host-error.ts'
import { openGitHost } from '../../git/hosts/open-git-host.ts'
import { checkPush } from '../../git/push/check-push.ts'
import { PushError } from '../../git/push/push-error.ts'
import { defaultSourceLimits } from '../../git/source-limits.ts'
import { withDeadline } from '../../git/with-deadline.ts'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { readProject } from '../access/read-project.ts'
import type { CredentialKeys } from '../credentials/credential-keys.ts'
import { readGitCredential } from '../credentials/read-git-credential.ts'

export interface ConnectionCheck {
  name: 'Repository' | 'Branch' | 'Documentation' | 'Push' | 'Pull requests'
  outcome: 'found' | 'allowed' | 'failed' | 'not set up' | 'not checked'
  sentence: string
}

/** How far an export would get: what agents need on top of that is not asked for. */
export function canExport(checks: readonly ConnectionCheck[]): boolean {
  return checks.filter(({ name }) => readNames.has(name)).every(({ outcome }) => outcome !== 'failed')
}

/** Whether agents could push and open pull requests. */
export function canPublish(checks: readonly ConnectionCheck[]): boolean {
  return checks.filter(({ name }) => !readNames.has(name)).every(({ outcome }) => outcome === 'allowed')
}

/** A repository, connected or not yet. */
export interface TestedSource {
  repository: string
  branch: string
  docsPath: string
  gitHost: GitHostKind | null
  apiUrl: string | null
  readCredential(signal: AbortSignal): Promise<GitCredential | undefined>
}

interface TestDeps {
  reach: Reach
  timeoutMs?: number
}

const fetched = 'refs/bindery/source'

/** Folders without their files are small: 100,000 pages have about 5 MB of them. A host that sends more is not asked on. */
const treeBytes = 128 * 1024 ** 2

/** Reaches the repository of a project as its jobs would, with the stored credential, and says how far it got. */
export async function testConnection(
  deps: TestDeps & { db: Kysely<Tables>; credentials: CredentialKeys | undefined },
  { projectId, organizationId }: { projectId: string; organizationId: string },
): Promise<ConnectionCheck[]> {
  const project = await readProject(deps.db, { organizationId }, projectId)
  return testRepository(deps, {
    repository: project.repository,
    branch: project.branch,
    docsPath: project.docs_path,
    gitHost: project.git_host,
    apiUrl: project.git_api_url,
    readCredential: (signal) => readGitCredential(deps, project.id, signal),
  })
}

/** The same for a repository that is not connected yet. */
export async function testRepository(
  { timeoutMs = 20_000, reach }: TestDeps,
  source: TestedSource,
): Promise<ConnectionCheck[]> {
  const into = await mkdtemp(join(tmpdir(), 'bindery-connection-'))
  const checks: ConnectionCheck[] = []
  try {
    await withDeadline(new AbortController().signal, timeoutMs, async (signal) => {
      const credential = await source.readCredential(signal)
      const test = { reach, source, into, credential, signal }
      await connect(test, async (git) => {
        await git(['init', '--quiet', '--bare', '--template='])
        const ref = await findBranch(git, source, checks)
        if (ref) checks.push(await findDocs(git, source, ref))
      })
      // Without the commit there is nothing that could be pushed.
      const isFetched = checks.every(({ outcome }) => outcome === 'found')
      if (isFetched) checks.push(await checkPushing(test), await checkPullRequests(test))
    })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    checks.push({ name: nameOf(checks.length), outcome: 'failed', sentence: error.message })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
  for (const name of names.slice(checks.length)) {
    checks.push({ name, outcome: 'not checked', sentence: 'Not checked because of the above.' })
  }
  return checks
}

const names = ['Repository', 'Branch', 'Documentation', 'Push', 'Pull requests'] as const
const readNames = new Set<ConnectionCheck['name']>(['Repository', 'Branch', 'Documentation'])

function nameOf(done: number): ConnectionCheck['name'] {
  return names[done] ?? 'Pull requests'
}

interface Test {
  reach: Reach
  source: TestedSource
  into: string
  credential: GitCredential | undefined
  signal: AbortSignal
}

const limits = { ...defaultSourceLimits, repositoryBytes: treeBytes }

async function connect(test: Test, use: (git: Git) => Promise<void>): Promise<void> {
  const { reach, source, into, credential, signal } = test
  const url = checkRepositoryUrl(source.repository, reach.policy)
  const connection = { ...reach, url: source.repository, into, credential, limits, signal }
  await withGit(connection, url, { explain: explainFailure, signal }, use)
}

const noCredential = 'Exports do not need this. For agent jobs, set a credential with write access.'

async function checkPushing({ reach, source, into, credential, signal }: Test): Promise<ConnectionCheck> {
  const name = 'Push'
  if (!credential) return { name, outcome: 'not set up', sentence: noCredential }
  try {
    const connection = { ...reach, url: source.repository, into, credential, limits, signal }
    await checkPush(connection, fetched, 'bindery/connection-test')
    return { name, outcome: 'allowed', sentence: 'The credential can push branches. Nothing was pushed.' }
  } catch (error) {
    if (!(error instanceof PushError)) throw error
    return { name, outcome: 'failed', sentence: error.message }
  }
}

async function checkPullRequests({ reach, source, credential, signal }: Test): Promise<ConnectionCheck> {
  const name = 'Pull requests'
  if (!credential) return { name, outcome: 'not set up', sentence: noCredential }
  try {
    const { gitHost: kind, apiUrl, repository } = source
    await openGitHost({ ...reach, kind, apiUrl, repository, credential }).checkAccess(signal)
    return { name, outcome: 'allowed', sentence: 'The git host’s API accepts the credential.' }
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return { name, outcome: 'failed', sentence: error.message }
  }
}

async function findBranch(git: Git, project: TestedSource, checks: ConnectionCheck[]): Promise<string | undefined> {
  const candidates = listRefCandidates(project.branch)
  const output = await git(['ls-remote', '--quiet', remote, ...candidates])
  checks.push({
    name: 'Repository',
    outcome: 'found',
    sentence: 'The git host responds, and the repository can be read.',
  })
  const refs = new Map(output.split('\n').map((line) => line.split('\t').reverse() as [string, string]))
  const ref = candidates.find((candidate) => refs.has(candidate))
  if (ref) {
    const sentence = `${project.branch} is at commit ${refs.get(ref)?.slice(0, 12)}.`
    checks.push({ name: 'Branch', outcome: 'found', sentence })
    return ref
  }
  const sentence = `The repository has no branch or tag ${project.branch}. Check its name.`
  checks.push({ name: 'Branch', outcome: 'failed', sentence })
  return undefined
}

async function findDocs(git: Git, { docsPath }: TestedSource, ref: string): Promise<ConnectionCheck> {
  const name = 'Documentation'
  const path = docsPath === '' ? '' : `${docsPath}/`
  const place = docsPath === '' ? 'at the top of the repository' : `in the folder ${docsPath}`
  const fetching = ['fetch', '--quiet', '--depth=1', '--filter=blob:none', '--no-tags', '--no-write-fetch-head']
  try {
    await git([...fetching, remote, `+${ref}:${fetched}`])
  } catch (error) {
    if (!(error instanceof GitError && error.code === 'repository_too_large')) throw error
    const sentence = 'The git host sends whole repositories only, and this one is large. The next export will tell.'
    return { name, outcome: 'not checked', sentence }
  }
  const settings = [`${path}docs.json`, `${path}mint.json`]
  const output = await git(['ls-tree', '-z', '--full-tree', '--name-only', fetched, '--', ...settings])
  const [found] = output.split('\0').filter((file) => file !== '')
  if (found !== undefined) {
    return { name, outcome: 'found', sentence: `${found} is there, with ${await countPages(git, docsPath)}.` }
  }
  return {
    name,
    outcome: 'failed',
    sentence: `There is no docs.json ${place}. Check the docs folder, or add the file.`,
  }
}

/** Names of 100,000 files; what lists more is not counted. */
const listBytes = 16 * 1024 ** 2

/** Files that may be pages; which of them are published, the export says. */
async function countPages(git: Git, docsPath: string): Promise<string> {
  const below = docsPath === '' ? [] : ['--', `${docsPath}/`]
  const listing = ['ls-tree', '-r', '-z', '--full-tree', '--name-only', fetched, ...below]
  const output = await git(listing, { outputBytes: listBytes }).catch(() => undefined)
  if (output === undefined) return 'too many files to count'
  const count = output.split('\0').filter((file) => /\.mdx?$/.test(file)).length
  return `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`
}
