import { z } from 'zod'
import type { AskHost } from './ask-host.ts'
import { type PullRequests, webUrl } from './git-host.ts'
import { readAnswer, readCreated } from './read-answer.ts'

const pull = z.object({
  number: z.int(),
  html_url: webUrl,
  base: z.object({ repo_id: z.int() }),
  head: z.object({ ref: z.string(), repo_id: z.int() }),
})

const opened = ({ number, html_url }: z.output<typeof pull>) => ({ number, url: html_url })

// The most that a Gitea gives at once unless it is set otherwise.
const PAGE = 50
const PAGES = 40

export function giteaHeaders(token: string): Record<string, string> {
  return { authorization: `token ${token}` }
}

export function createGitea(ask: AskHost, path: string): PullRequests {
  const [owner = '', name = ''] = path.split('/').map(encodeURIComponent)
  const pulls = `/repos/${owner}/${name}/pulls`
  return {
    /** Its API finds none by branch alone, and by both branches also closed ones: so the open ones are walked through. */
    async find({ branch }, signal) {
      for (let page = 1; page <= PAGES; page++) {
        const query = { state: 'open', limit: String(PAGE), page: String(page) }
        const found = readAnswer(await ask({ path: pulls, query }, signal), z.array(pull))
        // Anybody may offer a branch of this name from a fork.
        const own = found.find(({ head, base }) => head.ref === branch && head.repo_id === base.repo_id)
        if (own) return opened(own)
        if (found.length === 0) return undefined
      }
      return undefined
    },
    async create({ branch, into, title, body }, signal) {
      const answer = await ask({ method: 'POST', path: pulls, body: { head: branch, base: into, title, body } }, signal)
      const created = readCreated(answer, pull)
      return created && opened(created)
    },
  }
}
