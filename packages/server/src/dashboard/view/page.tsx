import type { Child, PropsWithChildren } from 'hono/jsx'
import type { MemberVisit } from '../visit.ts'
import { Document } from './document.tsx'
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

/** A page of an organization: the rail, a title with one action, then the content. */
export function Page({ visit, title, section, trail = [], action, children }: PropsWithChildren<Props>) {
  return (
    <Document visit={visit} title={`${title} · ${visit.organization.name}`}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="frame">
        <Rail visit={visit} section={section} />
        <main id="content" tabindex={-1}>
          {trail.length > 0 && (
            <nav class="trail" aria-label="Where you are">
              {trail.map(({ href, name }) => (
                <a href={at(visit, href)}>{name}</a>
              ))}
            </nav>
          )}
          <header class="head">
            <h1>{title}</h1>
            {action}
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

/** The address of a page of the visited organization. */
export function at({ base, organization }: MemberVisit, path: string): string {
  return `${base}/dashboard/${organization.organizationId}${path}`
}
