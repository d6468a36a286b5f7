import type { Child, PropsWithChildren } from 'hono/jsx'
import { docsPath } from '../docs/docs-path.ts'
import { Frame } from '../view/layout/frame.tsx'
import { Mark } from '../view/layout/mark.tsx'
import { Self } from '../view/layout/rail.tsx'
import type { PersonVisit } from '../visit.ts'

const parts = {
  health: 'Health',
  trends: 'Trends',
  work: 'Work',
  failures: 'Failures',
  steps: 'Steps',
  organizations: 'Organizations',
}

interface Props {
  visit: PersonVisit
  title?: string
  /** The page's one primary action. */
  action?: Child
}

/** The installation as a whole: the same frame as an organization's pages, without one. */
export function OperatorPage({ visit, title = 'Operator', action, children }: PropsWithChildren<Props>) {
  return (
    <Frame visit={visit} title={title} heading={title} rail={<OperatorRail visit={visit} />} action={action}>
      {children}
    </Frame>
  )
}

function OperatorRail({ visit }: { visit: PersonVisit }) {
  return (
    <header class="rail">
      <a class="brand" href={`${visit.base}/dashboard`}>
        <Mark /> Bindery
      </a>
      <p class="organization">This installation</p>
      <nav aria-label="Operator">
        {Object.entries(parts).map(([id, name]) => (
          <a href={`${visit.base}/operator#${id}`}>{name}</a>
        ))}
        <a href={`${visit.base}/operator/people`}>People</a>
        <a href={`${visit.base}/operator/audit`}>Audit</a>
        <a href={`${visit.base}${docsPath}/`}>Docs</a>
      </nav>
      <Self visit={visit} />
    </header>
  )
}
