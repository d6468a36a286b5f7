import type { PropsWithChildren } from 'hono/jsx'
import { docsPath } from '../docs/docs-path.ts'
import { Frame } from '../view/layout/frame.tsx'
import { Mark } from '../view/layout/mark.tsx'
import { Self } from '../view/layout/rail.tsx'
import type { PersonVisit } from '../visit.ts'

/** What is a person's own: the same frame as an organization's pages, with the ways to those. */
export function AccountFrame({ visit, title, children }: PropsWithChildren<{ visit: PersonVisit; title: string }>) {
  return (
    <Frame visit={visit} title={title} heading={title} rail={<AccountRail visit={visit} />}>
      {children}
    </Frame>
  )
}

function AccountRail({ visit }: { visit: PersonVisit }) {
  const { base, session } = visit
  return (
    <header class="rail">
      <a class="brand" href={`${base}/dashboard`}>
        <Mark /> Bindery
      </a>
      <p class="organization">Your account</p>
      <nav aria-label="Account">
        <a href={`${base}/account`} aria-current="page">
          Account
        </a>
        {session.memberships.map(({ organizationId, name }) => (
          <a href={`${base}/dashboard/${organizationId}/projects`}>{name}</a>
        ))}
        <a href={`${base}${docsPath}/`}>Docs</a>
      </nav>
      <Self visit={visit} />
    </header>
  )
}
