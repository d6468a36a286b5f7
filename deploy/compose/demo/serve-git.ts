// The git host of compose.demo.yaml: an example site in one repository, as much of Gitea's API as a pull request needs, and
// a page for each pull request. Anyone on this machine may read; pushes and the API want DEMO_GIT_TOKEN.
import { execFile } from 'node:child_process'
import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGitHost } from '../../local/git-host.ts'
import { seedRepository } from '../../local/seed-repository.ts'
import { openPullRequests, type PullRequest, type PullRequests } from './pull-requests.ts'
import { renderPullRequest, renderRepository } from './render-pages.ts'

const { DEMO_GIT_URL: url = '', DEMO_GIT_ROOT: root = '', DEMO_GIT_TOKEN: token = '' } = process.env
const repository = 'demo/site'

await seedSite()
const pulls = openPullRequests(join(root, `${repository}.git`), join(root, 'pull-requests.json'))
const gitHost = createGitHost({ root, token })
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', url)
  if (pathname.includes('.git/')) return void gitHost.emit('request', request, response)
  respond(pathname, request, response).catch((error) => send(response, 500, 'text/plain', `${error}\n`))
}).listen(Number(new URL(url).port))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})

async function seedSite(): Promise<void> {
  if (existsSync(join(root, `${repository}.git/HEAD`))) return
  const room = mkdtempSync(join(tmpdir(), 'demo-'))
  await promisify(execFile)('/app/entrypoint', ['bindery', 'new', join(room, 'site')])
  await seedRepository(repository, join(room, 'site'), { root, url })
  rmSync(room, { recursive: true })
}

async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, api, number] = /^(\/api\/v1\/repos)?\/demo\/site(?:\/pulls(?:\/(\d+))?)?$/.exec(path) ?? []
  const pull = number === undefined ? undefined : pulls.read(Number(number))
  if (api) return respondToApi(pulls, pull, request, response)
  if (path === '/' || path === `/${repository}`) return sendPage(response, await renderRepository(url, pulls))
  if (pull) return sendPage(response, await renderPullRequest(pull, pulls))
  send(response, 404, 'text/plain', 'There is no such page.\n')
}

async function respondToApi(
  pulls: PullRequests,
  pull: PullRequest | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number, body: object) => send(response, status, 'application/json', JSON.stringify(body))
  if (!isToken(request.headers.authorization)) return answer(401, { message: 'token is required' })
  const query = new URL(request.url ?? '/', url).searchParams
  if (request.method === 'POST') {
    const made = await pulls.create((await json(request)) as PullRequest)
    return made ? answer(201, describe(made)) : answer(409, { message: 'a pull request for this branch is open' })
  }
  if (pull && request.method === 'PATCH') return answer(201, describe(pulls.close(pull)))
  if (pull) return answer(200, describe(pull))
  const isFirst = (query.get('page') ?? '1') === '1'
  const open = pulls.list().filter(({ state }) => query.get('state') === 'all' || state === 'open')
  answer(200, isFirst ? open.map(describe) : [])
}

function describe({ number, state, title, body, head, base }: PullRequest) {
  const html_url = `${url}/${repository}/pulls/${number}`
  return { number, state, title, body, html_url, base: { ref: base, repo_id: 1 }, head: { ref: head, repo_id: 1 } }
}

function isToken(header = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header), digest(`token ${token}`))
}

function sendPage(response: ServerResponse, html: string): void {
  send(response, 200, 'text/html; charset=utf-8', html)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  response.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body)
}
