import type { Answer } from '../answer.ts'
import type { Problem } from '../problem.ts'
import type { Visit } from '../visit.ts'
import { PlainPage } from './layout/plain-page.tsx'

const titles: Record<number, string> = {
  403: 'Not allowed',
  404: 'Page not found',
  409: 'Not now',
  410: 'No longer available',
  422: 'This did not work',
  429: 'Too many requests',
  500: 'Something went wrong',
}

export function renderProblem(visit: Visit, { status, message, retryAfterSeconds }: Problem): Answer {
  const title = titles[status] ?? 'This did not work'
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
