import { Copy } from '../view/copy.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Time } from '../view/time.tsx'
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
      <p class="once">
        <Copy text={link} label="the link" />
      </p>
      <p class="quiet">
        It expires <Time at={expiresAt} />.
      </p>
      <p>
        <a class="button" href={at(visit, '/people')}>
          Back to people
        </a>
      </p>
    </Page>
  )
}
