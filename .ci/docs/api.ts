import { type Route, routes } from '../../packages/contract/src/index.ts'
import { writeFrontMatter, writeTable } from './markdown.ts'

/** The operations of hosts are no part of the administrative API. */
const areas: Record<Exclude<Route['area'], 'hosting'>, string> = {
  'static-export': 'Static export',
  agent: 'Agent jobs',
  projects: 'Projects, domains and what they publish',
}

export function writeApiPage(): string {
  const sections = Object.entries(areas).map(([area, title]) => {
    const rows = routes.filter((route) => route.area === area).map(writeRow)
    return `## ${title}\n\n${writeTable(['Operation', 'Request', 'Scope', 'What it does'], rows)}`
  })
  return `${writeFrontMatter('API', 'Every operation of the administrative API')}Send an API key with every request: \`Authorization: Bearer bnd_…\`. Its scope is \`read\` or \`write\`; \`write\` includes \`read\`. \`GET /openapi.json\` returns the full description in OpenAPI 3.1. [Publish from a pipeline](/publish/pipeline) shows the requests in order, and [error codes](/reference/errors) lists what can go wrong.

\`\`\`sh
curl -sf https://bindery.example.com/v1/projects -H "Authorization: Bearer $BINDERY_API_KEY"
\`\`\`

Your own installation serves these pages at \`/docs\`, with its address in the examples and a page for each operation.

${sections.join('\n')}
## Every operation

- A list comes in pages: send \`nextCursor\` as \`cursor\` until it is null.
- A job that you poll has an \`ETag\`. Send it as \`If-None-Match\` and get \`304\` while nothing has changed. With \`Prefer: wait=30\` the response comes when the job changes, or after 30 seconds.
- Operations that are marked with \\* take an \`Idempotency-Key\`: a repeated request with the same key gets the first response for 24 hours.
- Every response has an \`X-Request-Id\`. Responses to requests with a key have \`RateLimit\` and \`RateLimit-Policy\`.
- \`GET /healthz\` and \`GET /readyz\` need no key.
`
}

function writeRow(route: Route): string[] {
  return [
    `${route.summary}${route.idempotent ? ' \\*' : ''}`,
    `\`${route.method.toUpperCase()} ${route.path}\``,
    `\`${route.scope}\``,
    route.description.replace(/[<{|]/g, '\\$&'),
  ]
}
