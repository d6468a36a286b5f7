import type { PullRequest, PullRequests } from './pull-requests.ts'

export async function renderRepository(url: string, pulls: PullRequests): Promise<string> {
  const rows = pulls
    .list()
    .map(
      ({ number, title, state }) =>
        `<li><a href="/demo/site/pulls/${number}">#${number} ${escapeText(title)}</a> <small>${state}</small></li>`,
    )
  return renderPage(
    'demo/site',
    `<p>The example site of the demo. Clone it with <code>git clone ${url}/demo/site.git</code>.</p>
<h2>Pull requests</h2>
<ul>${rows.join('\n') || '<li>None yet. Start an agent job.</li>'}</ul>`,
  )
}

export async function renderPullRequest(pull: PullRequest, pulls: PullRequests): Promise<string> {
  const { number, title, body, head, base, state } = pull
  const lines = (await pulls.readDiff(pull)).split('\n').map((line) => {
    const kind = /^\+(?!\+\+)/.test(line) ? 'ins' : /^-(?!--)/.test(line) ? 'del' : 'span'
    return `<${kind}>${escapeText(line)}</${kind}>`
  })
  return renderPage(
    `#${number} ${title}`,
    `<p><b>${state}</b>: <code>${escapeText(head)}</code> into <code>${escapeText(base)}</code></p>
<pre class="text">${escapeText(body)}</pre>
<pre>${lines.join('\n')}</pre>
<p><a href="/demo/site">All pull requests</a></p>`,
  )
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeText(title)} · Demo git host</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
pre { padding: 1rem; overflow: auto; background: #f4f4f5; border-radius: 6px }
pre.text { white-space: pre-wrap }
ins { color: #14532d; background: #dcfce7; text-decoration: none }
del { color: #7f1d1d; background: #fee2e2; text-decoration: none }
</style>
<h1>${escapeText(title)}</h1>
${content}
</html>
`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
