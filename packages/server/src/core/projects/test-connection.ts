import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Git, withGit } from '../../git/connect-git.ts'
import { explainFailure } from '../../git/fetch/explain-failure.ts'
import { listRefCandidates } from '../../git/fetch/list-ref-candidates.ts'
import { remote } from '../../git/git-environment.ts'
import { defaultSourceLimits } from '../../git/source-limits.ts'
import { withDeadline } from '../../git/with-deadline.ts'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { type ProjectRow, readProject } from '../access/read-project.ts'
import type { CredentialKeys } from '../credentials/credential-keys.ts'
import { readGitCredential } from '../credentials/read-git-credential.ts'

export interface ConnectionCheck {
  name: 'Repository' | 'Branch' | 'Documentation'
  outcome: 'found' | 'failed' | 'not checked'
  sentence: string
}

interface TestDeps {
  db: Kysely<Tables>
  credentials: CredentialKeys | undefined
  reach: Reach
  timeoutMs?: number
}

const fetched = 'refs/bindery/source'

/** Folders without their files are small: 100,000 pages have about 5 MB of them. A host that sends more is not asked on. */
const treeBytes = 128 * 1024 ** 2

/** Reaches the repository as an export would, with the stored credential, and says how far it got. */
export async function testConnection(
  { timeoutMs = 20_000, ...deps }: TestDeps,
  { projectId, organizationId }: { projectId: string; organizationId: string },
): Promise<ConnectionCheck[]> {
  const project = await readProject(deps.db, projectId, organizationId)
  const into = await mkdtemp(join(tmpdir(), 'bindery-connection-'))
  const checks: ConnectionCheck[] = []
  try {
    await withDeadline(new AbortController().signal, timeoutMs, async (signal) => {
      await connect({ deps, project, into, signal }, async (git) => {
        await git(['init', '--quiet', '--bare', '--template='])
        const ref = await findBranch(git, project, checks)
        if (ref) checks.push(await findDocs(git, project, ref))
      })
    })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    checks.push({ name: nameOf(checks.length), outcome: 'failed', sentence: error.message })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
  for (const name of names.slice(checks.length)) {
    checks.push({ name, outcome: 'not checked', sentence: 'Not looked at, because of the above.' })
  }
  return checks
}

const names = ['Repository', 'Branch', 'Documentation'] as const

function nameOf(done: number): ConnectionCheck['name'] {
  return names[done] ?? 'Documentation'
}

interface Test {
  deps: TestDeps
  project: ProjectRow
  into: string
  signal: AbortSignal
}

async function connect({ deps, project, into, signal }: Test, use: (git: Git) => Promise<void>): Promise<void> {
  const url = checkRepositoryUrl(project.repository, deps.reach.policy)
  const credential = await readGitCredential(deps, project.id, signal)
  const limits = { ...defaultSourceLimits, repositoryBytes: treeBytes }
  const connection = { ...deps.reach, url: project.repository, into, credential, limits, signal }
  await withGit(connection, url, { explain: explainFailure, signal }, use)
}

async function findBranch(git: Git, project: ProjectRow, checks: ConnectionCheck[]): Promise<string | undefined> {
  const candidates = listRefCandidates(project.branch)
  const output = await git(['ls-remote', '--quiet', remote, ...candidates])
  checks.push({ name: 'Repository', outcome: 'found', sentence: 'The git host answers, and lets us read.' })
  const refs = new Map(output.split('\n').map((line) => line.split('\t').reverse() as [string, string]))
  const ref = candidates.find((candidate) => refs.has(candidate))
  if (ref) {
    const sentence = `${project.branch} is at commit ${refs.get(ref)?.slice(0, 12)}.`
    checks.push({ name: 'Branch', outcome: 'found', sentence })
    return ref
  }
  const sentence = `The repository has no branch or tag ${project.branch}. Check its name in the settings below.`
  checks.push({ name: 'Branch', outcome: 'failed', sentence })
  return undefined
}

async function findDocs(git: Git, { docs_path }: ProjectRow, ref: string): Promise<ConnectionCheck> {
  const name = 'Documentation'
  const path = docs_path === '' ? '' : `${docs_path}/`
  const place = docs_path === '' ? 'at the top of the repository' : `in the folder ${docs_path}`
  const fetching = ['fetch', '--quiet', '--depth=1', '--filter=blob:none', '--no-tags', '--no-write-fetch-head']
  try {
    await git([...fetching, remote, `+${ref}:${fetched}`])
  } catch (error) {
    if (!(error instanceof GitError && error.code === 'repository_too_large')) throw error
    const sentence = 'The git host sends whole repositories only, and this one is large: the next export will tell.'
    return { name, outcome: 'not checked', sentence }
  }
  const settings = [`${path}docs.json`, `${path}mint.json`]
  const output = await git(['ls-tree', '-z', '--full-tree', '--name-only', fetched, '--', ...settings])
  const [found] = output.split('\0').filter((file) => file !== '')
  if (found !== undefined) return { name, outcome: 'found', sentence: `${found} is there.` }
  return {
    name,
    outcome: 'failed',
    sentence: `There is no docs.json ${place}. Check the docs folder in the settings below, or add the file.`,
  }
}
