import { at, Page } from '../view/layout/page.tsx'
import { OnceLink } from '../view/once-link.tsx'
import type { MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  email: string
  link: string
  expiresAt: Date
}

/** The one time that the link is seen. */
export function InvitedPage({ visit, email, link, expiresAt }: Props) {
  return (
    <Page
      visit={visit}
      title={`Invitation for ${email}`}
      section="people"
      trail={[{ href: '/people', name: 'People' }]}
    >
      <p>Send this link to {email}. It is shown only once, works once, and only for this email address.</p>
      <OnceLink link={link} expiresAt={expiresAt} people={at(visit, '/people')} />
    </Page>
  )
}
