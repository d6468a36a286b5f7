import type { MemberVisit } from '../visit.ts'

export const people = '/dashboard/:organization/people'

export function pathOfPeople({ organization }: MemberVisit, rest = ''): string {
  return `/dashboard/${organization.organizationId}/people${rest}`
}
