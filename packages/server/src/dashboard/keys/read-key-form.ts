import { idForm } from '@bindery/contract'
import { type ExpiryDays, expiryDays, type KeyRequest } from '../../core/keys/create-key.ts'
import { readLines, readText } from '../parse-form.ts'
import { Problem } from '../problem.ts'
import type { Form } from '../visit.ts'

/** How long an old key works beside its successor. */
export const overlaps = [
  { value: '0', label: 'Not at all: it stops now' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
] as const

export const expiries = [
  ...expiryDays.map((days) => ({ value: String(days), label: `${days} days` })),
  { value: 'never', label: 'Never' },
]

const nameLength = 100
const projectId = idForm('project')

export function readKeyForm(form: Form): Omit<KeyRequest, 'organizationId'> {
  const name = readText(form, 'name') ?? ''
  if (name === '' || name.length > nameLength || /\p{Cc}/u.test(name)) {
    throw new Problem(422, `Give the key a name of up to ${nameLength} characters that says what it is for.`)
  }
  const projectIds = form.getAll('project').filter((id) => projectId.test(id))
  if (projectIds.length < form.getAll('project').length) throw new Problem(422, 'Choose projects from the list.')
  return {
    name,
    scopes: [form.get('scope') === 'write' ? 'write' : 'read'],
    projectIds: projectIds.length > 0 ? projectIds : null,
    addresses: readLines(form, 'addresses') ?? null,
    expiresInDays: readExpiry(form),
  }
}

export function readExpiry(form: Form): ExpiryDays {
  const given = form.get('expires')
  if (given === 'never') return null
  const days = expiryDays.find((each) => String(each) === given)
  if (days === undefined) throw new Problem(422, 'Choose when the key expires.')
  return days
}

export function readOverlap(form: Form): number {
  const overlap = overlaps.find(({ value }) => value === form.get('overlap'))
  if (!overlap) throw new Problem(422, 'Choose how long the old key keeps working.')
  return Number(overlap.value)
}
