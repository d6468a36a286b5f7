// Fills the local Gitea, as far as it lacks them, with the demo site and with the corpora `starter` and `turso` where they lie
// beside this clone. `deploy/local/up gitea` runs it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findCorpora, unpackCorpus } from '../../test/conformance/unpack-corpus.ts'
import { makeDemoSite } from './make-demo-site.ts'
import { readServices } from './read-services.ts'
import { type SeededRepository, seedRepository } from './seed-repository.ts'

export interface Gitea {
  url: string
  token: string
  owner: string
}

const run = promisify(execFile)

export function runningGitea(): Gitea {
  const { BINDERY_GITEA_URL, BINDERY_GITEA_TOKEN, BINDERY_GITEA_OWNER } = process.env.BINDERY_GITEA_URL
    ? process.env
    : readServices()
  if (!BINDERY_GITEA_URL || !BINDERY_GITEA_TOKEN || !BINDERY_GITEA_OWNER) {
    throw new Error('Gitea is not up. Run: npm run services')
  }
  return { url: BINDERY_GITEA_URL, token: BINDERY_GITEA_TOKEN, owner: BINDERY_GITEA_OWNER }
}

/** Asks Gitea's API as its administrator; undefined for a 404. */
export async function askGitea<Answer>(
  { url, token }: Gitea,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Answer | undefined> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status === 404) return undefined
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Gitea answered ${answer.status} to ${method} ${path}: ${text}`)
  return (text && JSON.parse(text)) as Answer
}

/** A repository with one commit on `main` whose tree is the folder. Private ones need the token also to be read. */
export async function createGiteaRepository(
  gitea: Gitea,
  name: string,
  folder: string,
  { isPrivate = false } = {},
): Promise<SeededRepository> {
  const root = await mkdtemp(join(tmpdir(), 'bindery-gitea-'))
  try {
    const { commit } = await seedRepository(name, folder, { root, url: gitea.url })
    const url = await pushToGitea(gitea, name, join(root, `${name}.git`), { isPrivate })
    return { url, commit }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** A new repository with the branches of a local one. */
export async function pushToGitea(
  gitea: Gitea,
  name: string,
  repository: string,
  { isPrivate = false } = {},
): Promise<string> {
  await askGitea(gitea, '/user/repos', { method: 'POST', body: { name, private: isPrivate, default_branch: 'main' } })
  const url = `${gitea.url}/${gitea.owner}/${name}.git`
  await push(gitea, repository, url)
  await untilSeen(gitea, name)
  return url
}

/** It takes note of a first push a moment later, and until then the repository has no pull requests. */
async function untilSeen(gitea: Gitea, name: string): Promise<void> {
  const path = `/repos/${gitea.owner}/${name}`
  while ((await askGitea<{ empty: boolean }>(gitea, path))?.empty) await setTimeout(50)
}

/** The token travels in the environment, where no other user can read it. */
async function push({ owner, token }: Gitea, repository: string, url: string): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`${owner}:${token}`).toString('base64')}`,
  }
  await run('git', ['-C', repository, 'push', '--quiet', url, 'refs/heads/*:refs/heads/*'], { env })
}

type Fill = (folder: string) => Promise<string>

function listSites(): Record<string, Fill> {
  const demo: Fill = async (folder) => {
    makeDemoSite(folder, 20)
    return folder
  }
  const corpora = findCorpora(undefined)
  const unpack = (name: string): Fill => {
    return (folder) => unpackCorpus(join(corpora ?? '', `${name}.tar.gz`), folder)
  }
  return { demo, ...(corpora && { starter: unpack('starter'), turso: unpack('turso') }) }
}

async function seedGitea(gitea: Gitea): Promise<void> {
  for (const [name, fill] of Object.entries(listSites())) {
    if (await askGitea(gitea, `/repos/${gitea.owner}/${name}`)) continue
    const scratch = await mkdtemp(join(tmpdir(), 'bindery-site-'))
    try {
      const { url } = await createGiteaRepository(gitea, name, await fill(join(scratch, name)))
      console.log(`gitea: seeded ${url}`)
    } finally {
      await rm(scratch, { recursive: true })
    }
  }
}

if (import.meta.main) await seedGitea(runningGitea())
