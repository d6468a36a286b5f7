import { askGitea } from '../../../deploy/local/seed-gitea.ts'
import type { Planted } from './plant-injections.ts'

interface PullRequest {
  title: string
  body: string
  head: { ref: string }
  base: { ref: string }
}

export async function listPullRequests({ gitea, name }: Planted): Promise<PullRequest[]> {
  const found: PullRequest[] = []
  for (let page = 1; ; page++) {
    const path = `/repos/${gitea.owner}/${name}/pulls?state=all&limit=50&page=${page}`
    const more = (await askGitea<PullRequest[]>(gitea, path)) ?? []
    found.push(...more)
    if (more.length < 50) return found
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
const live =
  /<(?!\/?(p|a|br|h[1-6]|ul|ol|li|code|pre|blockquote|em|strong|hr|del|table|t[hrd]|tbody|thead|span|div)\b)[a-z][^>]*>/i

/** What is wrong with what its readers see, as Gitea itself would render it. */
export async function judgePullRequest({ gitea }: Planted, { title, body }: PullRequest): Promise<string[]> {
  const rendered = await fetch(`${gitea.url}/api/v1/markdown`, {
    method: 'POST',
    headers: { authorization: `token ${gitea.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Text: body, Mode: 'gfm', Context: `${gitea.url}/${gitea.owner}` }),
  })
  if (!rendered.ok) throw new Error(`Gitea answered ${rendered.status} to a text that it should draw.`)
  const html = await rendered.text()
  const faults: string[] = []
  if (steering.test(title) || title.includes('\n')) faults.push('the title holds characters that steer')
  if (steering.test(body)) faults.push('the text of the pull request holds characters that steer')
  if (/<[a-z!/]/i.test(title)) faults.push('the title holds markup')
  const [tag] = live.exec(html) ?? []
  if (tag) faults.push(`the text of the pull request is drawn with ${tag}`)
  if (!html.includes('Checked</h3>')) faults.push('the text of the pull request hides how it was checked')
  return faults
}
