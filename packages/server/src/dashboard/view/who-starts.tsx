import { hasRole } from '../enter-organization.ts'
import type { MemberVisit } from '../visit.ts'
import { at } from './layout/page.tsx'

/** Explains an empty list to a member who cannot start a job: who can, or that a repository is needed first. */
export function WhoStarts({ visit, isConnected }: { visit: MemberVisit; isConnected: boolean }) {
  const { name, role } = visit.organization
  if (isConnected) return <>A writer of {name} can start one.</>
  return (
    <>
      Connect a repository first.{' '}
      {hasRole(role, 'admin') ? (
        <a href={at(visit, '/projects/new')}>Connect a repository</a>
      ) : (
        `An admin of ${name} can do that.`
      )}
    </>
  )
}
