import type { Child, PropsWithChildren } from 'hono/jsx'
import type { PersonVisit } from '../../visit.ts'
import { Document } from './document.tsx'
import { Notice } from './notice.tsx'

interface Props {
  visit: PersonVisit
  /** Of the window, and of the page. */
  title: string
  heading: string
  rail: Child
  trail?: Child
  action?: Child
}

/** What every page of somebody who has signed in looks like: a rail, a heading with one action, then the content. */
export function Frame({ visit, title, heading, rail, trail, action, children }: PropsWithChildren<Props>) {
  return (
    <Document visit={visit} title={title}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="frame">
        {rail}
        <main id="content" tabindex={-1}>
          {trail}
          <header class="head">
            <h1>{heading}</h1>
            {action}
          </header>
          <Notice visit={visit} />
          {children}
        </main>
      </div>
    </Document>
  )
}
