import { execFile } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

export interface PullRequest {
  number: number
  state: 'open' | 'closed'
  title: string
  body: string
  head: string
  base: string
}

export interface PullRequests {
  list(): PullRequest[]
  read(number: number): PullRequest | undefined
  /** Nothing if one of this branch is open. */
  create(request: Pick<PullRequest, 'title' | 'body' | 'head' | 'base'>): Promise<PullRequest | undefined>
  close(pull: PullRequest): PullRequest
  /** What it would change, as git shows it. */
  readDiff(pull: PullRequest): Promise<string>
}

/** The pull requests of one repository, in a file. */
export function openPullRequests(repository: string, file: string): PullRequests {
  const pulls: PullRequest[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['--git-dir', repository, ...args], { maxBuffer: 16 * 1024 ** 2 })).stdout
  const store = () => {
    writeFileSync(`${file}.new`, JSON.stringify(pulls))
    renameSync(`${file}.new`, file)
  }
  return {
    list: () => pulls,
    read: (number) => pulls[number - 1],
    async create({ title, body, head, base }) {
      for (const branch of [head, base]) await git('rev-parse', '--verify', '--end-of-options', `refs/heads/${branch}`)
      if (pulls.some((pull) => pull.state === 'open' && pull.head === head)) return undefined
      const pull: PullRequest = { number: pulls.length + 1, state: 'open', title, body, head, base }
      pulls.push(pull)
      store()
      return pull
    },
    close(pull) {
      pull.state = 'closed'
      store()
      return pull
    },
    readDiff: ({ base, head }) => git('diff', `refs/heads/${base}...refs/heads/${head}`),
  }
}
