import { z } from 'zod'
import type { AskHost } from './ask-host.ts'
import { type PullRequests, webUrl } from './git-host.ts'
import { expectPullRequests, readAnswer, readCreated } from './read-response.ts'

const pull = z.object({
  number: z.int(),
  html_url: webUrl,
  base: z.object({ repo_id: z.int() }),
  head: z.object({ ref: z.string(), repo_id: z.int() }),
})

const repository = z.object({ permissions: z.object({ push: z.boolean() }) })

const opened = ({ number, html_url }: z.output<typeof pull>) => ({ number, url: html_url })

// The most that a Gitea gives at once unless it is set otherwise.
const pageSize = 50
const pages = 40

export function giteaHeaders(token: string): Record<string, string> {
  return { authorization: `token ${token}` }
}

export function createGitea(ask: AskHost, path: string): PullRequests {
  const [owner = '', name = ''] = path.split('/').map(encodeURIComponent)
  const pulls = `/repos/${owner}/${name}/pulls`
  return {
    /** Its API finds none by branch alone, and by both branches also closed ones: so the open ones are walked through. */
    async find({ branch }, signal) {
      for (let page = 1; page <= pages; page++) {
        const query = { state: 'open', limit: String(pageSize), page: String(page) }
        const found = readAnswer(await ask({ path: pulls, query }, signal), z.array(pull))
        // Anybody may offer a branch of this name from a fork.
        const own = found.filter(({ head, base }) => head.ref === branch && head.repo_id === base.repo_id)
        const first = own.toSorted((a, b) => a.number - b.number)[0]
        if (first) return opened(first)
        if (found.length === 0) return undefined
      }
      return undefined
    },
    /** Two requests at once are both answered with a new one. The first of them stays, and whoever made another closes it. */
    async create(request, signal) {
      const { branch, into, title, body } = request
      const answer = await ask({ method: 'POST', path: pulls, body: { head: branch, base: into, title, body } }, signal)
      const created = readCreated(answer, pull)
      if (!created) return undefined
      const first = await this.find(request, signal)
      if (!first || first.number >= created.number) return opened(created)
      await ask({ method: 'PATCH', path: `${pulls}/${created.number}`, body: { state: 'closed' } }, signal)
      return first
    },
    async mayWrite(signal) {
      expectPullRequests(await ask({ path: pulls, query: { state: 'open', limit: '1' } }, signal))
      const { json } = await ask({ path: `/repos/${owner}/${name}` }, signal)
      return repository.safeParse(json).data?.permissions.push
    },
  }
}
