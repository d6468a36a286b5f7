import type { Child, PropsWithChildren } from 'hono/jsx'
import type { MemberVisit } from '../../visit.ts'
import { Frame } from './frame.tsx'
import { Rail, type Section } from './rail.tsx'

interface Props {
  visit: MemberVisit
  title: string
  /** Which entry of the rail this page belongs to. */
  section: Section
  /** Where this page stands, from the section down: a path within the organization and its name. */
  trail?: { href: string; name: string }[]
  /** The page's one primary action. */
  action?: Child
}

/** A page of an organization. */
export function Page({ visit, title, section, trail = [], action, children }: PropsWithChildren<Props>) {
  return (
    <Frame
      visit={visit}
      title={`${title} · ${visit.organization.name}`}
      heading={title}
      rail={<Rail visit={visit} section={section} />}
      trail={
        trail.length > 0 && (
          <nav class="trail" aria-label="Where you are">
            {trail.map(({ href, name }) => (
              <a href={at(visit, href)}>{name}</a>
            ))}
          </nav>
        )
      }
      action={action}
    >
      {children}
    </Frame>
  )
}

/** The address of a page of the visited organization. */
export function at({ base, organization }: MemberVisit, path: string): string {
  return `${base}/dashboard/${organization.organizationId}${path}`
}
