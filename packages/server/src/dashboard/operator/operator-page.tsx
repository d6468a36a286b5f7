import type { PropsWithChildren } from 'hono/jsx'
import { Document } from '../view/document.tsx'
import { Mark } from '../view/mark.tsx'
import { Self } from '../view/rail.tsx'
import type { PersonVisit } from '../visit.ts'

const parts = {
  health: 'Health',
  trends: 'Trends',
  work: 'Work',
  failures: 'Failures',
  steps: 'Steps',
  organizations: 'Organizations',
}

/** The installation as a whole: the same frame as an organization's pages, without one. */
export function OperatorPage({ visit, children }: PropsWithChildren<{ visit: PersonVisit }>) {
  return (
    <Document visit={visit} title="Operator">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="frame">
        <header class="rail">
          <a class="brand" href={`${visit.base}/dashboard`}>
            <Mark /> Bindery
          </a>
          <p class="organization">This installation</p>
          <nav aria-label="Operator">
            {Object.entries(parts).map(([id, name]) => (
              <a href={`#${id}`}>{name}</a>
            ))}
          </nav>
          <Self visit={visit} />
        </header>
        <main id="content" tabindex={-1}>
          <header class="head">
            <h1>Operator</h1>
          </header>
          {visit.notice && (
            <p class="notice" role="status">
              {visit.notice}
            </p>
          )}
          {children}
        </main>
      </div>
    </Document>
  )
}
