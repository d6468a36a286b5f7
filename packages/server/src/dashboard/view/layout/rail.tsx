import { docsPath } from '../../docs/docs-path.ts'
import { hasRole } from '../../enter-organization.ts'
import type { MemberVisit, PersonVisit } from '../../visit.ts'
import { ActionForm } from '../forms/form.tsx'
import { Mark } from './mark.tsx'

const sections = {
  search: ['Search', 'viewer'],
  projects: ['Projects', 'viewer'],
  exports: ['Exports', 'viewer'],
  'agent-jobs': ['Agent jobs', 'viewer'],
  keys: ['API keys', 'viewer'],
  people: ['People', 'viewer'],
  usage: ['Usage', 'viewer'],
  audit: ['Audit', 'admin'],
  settings: ['Settings', 'viewer'],
} as const

export type Section = keyof typeof sections

export function Rail({ visit, section }: { visit: MemberVisit; section: Section }) {
  const { base, organization } = visit
  const home = `${base}/dashboard/${organization.organizationId}`
  return (
    <header class="rail">
      <a class="brand" href={`${home}/projects`}>
        <Mark /> Bindery
      </a>
      <OrganizationSwitch visit={visit} />
      <nav aria-label="Organization">
        {Object.entries(sections).map(
          ([name, [label, role]]) =>
            hasRole(organization.role, role) && (
              <a
                href={`${home}/${name}`}
                {...(name === section && { 'aria-current': 'page' })}
                {...(name === 'search' && { 'data-search': '', 'aria-keyshortcuts': 'Control+K' })}
              >
                {label}
              </a>
            ),
        )}
        <a href={`${base}${docsPath}/`}>Docs</a>
      </nav>
      <Self visit={visit} />
    </header>
  )
}

/** A list to choose from, where there is something to choose. */
function OrganizationSwitch({ visit }: { visit: MemberVisit }) {
  const { base, organization, session } = visit
  const others = session.memberships.filter(({ organizationId }) => organizationId !== organization.organizationId)
  if (others.length === 0) return <p class="organization">{organization.name}</p>
  return (
    <details class="organization">
      <summary>{organization.name}</summary>
      <ul>
        {others.map(({ organizationId, name }) => (
          <li>
            <a href={`${base}/dashboard/${organizationId}/projects`}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function Self({ visit }: { visit: PersonVisit }) {
  const { base, session } = visit
  return (
    <nav class="self" aria-label="You">
      {session.person.isOperator && <a href={`${base}/operator`}>Operator</a>}
      <a href={`${base}/account`}>{session.person.name}</a>
      <ActionForm visit={visit} action="/sign-out">
        <button class="link" type="submit">
          Sign out
        </button>
      </ActionForm>
    </nav>
  )
}
