import { z } from 'zod'
import type { AskHost } from './ask-host.ts'
import { type OpenedPullRequest, type PullRequests, webUrl } from './git-host.ts'
import { expectPullRequests, readAnswer, readCreated } from './read-response.ts'

const pull = z
  .object({ number: z.int(), html_url: webUrl })
  .transform(({ number, html_url }): OpenedPullRequest => ({ number, url: html_url }))

export function githubHeaders(token: string): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }
}

export function createGithub(ask: AskHost, path: string): PullRequests {
  const [owner = '', name = ''] = path.split('/').map(encodeURIComponent)
  const pulls = `/repos/${owner}/${name}/pulls`
  return {
    async find({ branch }, signal) {
      // With its owner, so that a fork's branch of the same name is another one.
      const query = { state: 'open', head: `${decodeURIComponent(owner)}:${branch}`, per_page: '1' }
      return readAnswer(await ask({ path: pulls, query }, signal), z.array(pull))[0]
    },
    async create({ branch, into, title, body }, signal) {
      const answer = await ask({ method: 'POST', path: pulls, body: { head: branch, base: into, title, body } }, signal)
      return readCreated(answer, pull)
    },
    /** What it says of rights is of a person, and of an App it says none at all: a push alone tells. */
    async mayWrite(signal) {
      expectPullRequests(await ask({ path: pulls, query: { state: 'open', per_page: '1' } }, signal))
      return undefined
    },
  }
}
