import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type GitServer, startGitServer } from '../support/git-server.ts'
import { listRedirects } from './clone-urls/redirects.ts'
import { GitRepository } from './repositories/git-repository.ts'
import { commitBeside } from './repositories/hostile-repository.ts'

/** Two hosts that the operator allowed. `site.git` is on both, a small sound site. */
export interface GitHosts extends AsyncDisposable {
  /** Everybody may read; some of its addresses redirect to where nobody may go, and those below `/hang/` never answer. */
  open: GitServer
  openRoot: string
  /** How often the open host was sent a credential, which is never meant for it. */
  strayCredentials: () => number
  /** Only with `secret`; below `/echo/` it answers with the credential it was sent. */
  guarded: GitServer
  secret: string
}

export async function startGitHosts(folder: string, trapPort: number): Promise<GitHosts> {
  const [openRoot, guardedRoot] = [join(folder, 'open'), join(folder, 'guarded')]
  for (const root of [openRoot, guardedRoot]) commitBeside(new GitRepository(join(root, 'site.git')), [])
  // Characters that look different in a URL and in base64.
  const secret = `canary/+=&%?${randomBytes(16).toString('hex')}`
  let stray = 0
  const redirect = createRedirect(trapPort)
  const open = await startGitServer({
    root: openRoot,
    intercept(request, response) {
      if (request.headers.authorization !== undefined) stray += 1
      // Never answers: a job with such a repository runs until it is ended.
      if (request.url?.startsWith('/hang/')) return true
      return redirect(request, response)
    },
  })
  const guarded = await startGitServer({
    root: guardedRoot,
    credential: { username: 'x-access-token', secret },
    intercept: echo,
  })
  return {
    open,
    openRoot,
    strayCredentials: () => stray,
    guarded,
    secret,
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]()
      await guarded[Symbol.asyncDispose]()
    },
  }
}

function createRedirect(trapPort: number) {
  const redirects = listRedirects(trapPort)
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, index, path = ''] = /^\/redirect\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
    const found = redirects[Number(index)]
    if (!found) return false
    if (path.includes(found.at)) response.writeHead(found.status, { location: found.target }).end()
    else request.url = path
    return path.includes(found.at)
  }
}

/** A host that repeats what it was told, in its answer and in words that git prints. */
function echo(request: IncomingMessage, response: ServerResponse): boolean {
  if (!request.url?.startsWith('/echo/')) return false
  const token = request.headers.authorization ?? ''
  const secret = Buffer.from(token.replace(/^Basic /, ''), 'base64').toString()
  response.writeHead(403, { 'content-type': 'text/plain' }).end(`fatal: ${token}\nerror: ${secret}\n`)
  return true
}
