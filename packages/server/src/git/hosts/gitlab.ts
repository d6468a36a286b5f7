import { z } from 'zod'
import type { AskHost } from './ask-host.ts'
import { type PullRequests, webUrl } from './git-host.ts'
import { expectPullRequests, readAnswer, readCreated } from './read-response.ts'

const mergeRequest = z.object({
  iid: z.int(),
  web_url: webUrl,
  source_project_id: z.int().nullable(),
  target_project_id: z.int(),
})

const opened = ({ iid, web_url }: z.output<typeof mergeRequest>) => ({ number: iid, url: web_url })

const access = z.object({ access_level: z.int() }).nullable()
const project = z.object({ permissions: z.object({ project_access: access, group_access: access }) })

/** A developer: the least role that may push and open merge requests. */
const writeLevel = 30

export function gitlabHeaders(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

export function createGitlab(ask: AskHost, path: string): PullRequests {
  const home = `/projects/${encodeURIComponent(path)}`
  const mergeRequests = `${home}/merge_requests`
  return {
    async find({ branch }, signal) {
      const query = { state: 'opened', source_branch: branch, per_page: '100' }
      const found = readAnswer(await ask({ path: mergeRequests, query }, signal), z.array(mergeRequest))
      // Anybody may offer a branch of this name from a fork.
      const own = found.find(({ source_project_id, target_project_id }) => source_project_id === target_project_id)
      return own && opened(own)
    },
    async create({ branch, into, title, body }, signal) {
      const request = { source_branch: branch, target_branch: into, title, description: body }
      const answer = await ask({ method: 'POST', path: mergeRequests, body: request }, signal)
      const created = readCreated(answer, mergeRequest)
      return created && opened(created)
    },
    async mayWrite(signal) {
      expectPullRequests(await ask({ path: mergeRequests, query: { state: 'opened', per_page: '1' } }, signal))
      const { permissions } = project.safeParse((await ask({ path: home }, signal)).json).data ?? {}
      const levels = [permissions?.project_access, permissions?.group_access].flatMap((one) => one?.access_level ?? [])
      return levels.length === 0 ? undefined : Math.max(...levels) >= writeLevel
    },
  }
}
