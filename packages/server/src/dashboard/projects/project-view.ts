import type { DomainProof } from '../../core/domains/proof/describe-proof.ts'
import type { ShownProject } from '../../core/projects/show-project.ts'
import type { ConnectionCheck } from '../../core/projects/test-connection.ts'
import type { Form, MemberVisit } from '../visit.ts'

/** The parts of a project's settings, as addresses name them. */
export const parts = ['settings', 'domains', 'credential', 'model', 'secrets'] as const

export type Part = (typeof parts)[number]

export interface ShownDomain {
  name: string
  verifiedAt: Date | null
  /** An unverified domain that has been published was verified once, and has lost its proof. */
  publishedAt: Date | null
  isPinned: boolean
  /** What shows that the domain is the organization's. */
  proof: DomainProof
}

export interface ProjectView {
  visit: MemberVisit
  project: ShownProject
  domains: readonly ShownDomain[]
  /** 0 for ever. */
  retentionDays: number
  /** Without the operator's key no secret can be kept. */
  storesSecrets: boolean
  mayChange: boolean
  /** What the connection test has found. */
  checks?: readonly ConnectionCheck[]
  refused?: { part: Part; sentence: string; form: Form }
}

/** A form that comes back with a refusal comes back to its own place on the page: the browser keeps the fragment. */
export function actionOf({ visit, project }: ProjectView, action: string, part?: Part): string {
  const path = `/dashboard/${visit.organization.organizationId}/projects/${project.id}/${action}`
  return part === undefined ? path : `${path}#${placeOf(part)}`
}

/** The id of a setting, which no field may have too. */
export const placeOf = (part: Part): string => `project-${part}`

export function refusalOf({ refused }: ProjectView, part: Part): string | undefined {
  return refused?.part === part ? refused.sentence : undefined
}

/** What a field holds: as it was sent, if its form came back, else as it is stored. */
export function filledIn({ refused }: ProjectView, part: Part): (name: string, stored: string) => string {
  return (name, stored) => (refused?.part === part ? (refused.form.get(name) ?? stored) : stored)
}
