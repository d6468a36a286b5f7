import type { PropsWithChildren } from 'hono/jsx'
import type { Visit } from '../../visit.ts'
import { Document } from './document.tsx'
import { HttpsNeeded } from './https-needed.tsx'
import { Mark } from './mark.tsx'
import { Notice } from './notice.tsx'

interface Props {
  visit: Visit
  title: string
}

/** One thing in the middle: sign-in, an invitation, a problem. */
export function PlainPage({ visit, title, children }: PropsWithChildren<Props>) {
  return (
    <Document visit={visit} title={title}>
      <main class="plain">
        <a class="brand" href={`${visit.base}/dashboard`}>
          <Mark /> Bindery
        </a>
        <h1>{title}</h1>
        <HttpsNeeded visit={visit} />
        <Notice visit={visit} />
        {children}
      </main>
    </Document>
  )
}
