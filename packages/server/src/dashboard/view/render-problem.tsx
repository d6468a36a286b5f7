import type { Answer } from '../answer.ts'
import type { Problem } from '../problem.ts'
import type { Visit } from '../visit.ts'
import { PlainPage } from './layout/plain-page.tsx'

const titles: Record<number, string> = {
  403: 'This is not allowed',
  404: 'Nothing here',
  409: 'Not now',
  410: 'No longer here',
  422: 'This cannot be done',
  429: 'Too often',
  500: 'That is our fault',
}

export function renderProblem(visit: Visit, { status, message, retryAfterSeconds }: Problem): Answer {
  const title = titles[status] ?? 'This cannot be done'
  const page = (
    <PlainPage visit={visit} title={title}>
      <p>{message}</p>
      <p>
        <a class="button" href={`${visit.base}/dashboard`}>
          Go to the dashboard
        </a>
      </p>
      <p class="quiet">
        Request <code>{visit.requestId}</code>
      </p>
    </PlainPage>
  )
  return { kind: 'page', status, html: `<!doctype html>${page.toString()}`, retryAfterSeconds }
}
