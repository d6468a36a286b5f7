import type { PersonVisit } from '../../visit.ts'
import { PlainPage } from './plain-page.tsx'
import { Self } from './rail.tsx'

/** For people of several organizations, or of none yet. */
export function Start({ visit }: { visit: PersonVisit }) {
  const { memberships } = visit.session
  return (
    <PlainPage visit={visit} title={memberships.length > 0 ? 'Choose an organization' : 'No organization yet'}>
      {memberships.length > 0 ? (
        <ul class="choices">
          {memberships.map(({ organizationId, name, role }) => (
            <li>
              <a href={`${visit.base}/dashboard/${organizationId}/projects`}>{name}</a>{' '}
              <span class="badge">{role}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>You are not a member of any organization. Ask an admin for an invite link.</p>
      )}
      <div class="foot">
        <Self visit={visit} />
      </div>
    </PlainPage>
  )
}
