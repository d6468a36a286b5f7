import type { ShownProject } from '../../core/projects/show-project.ts'
import type { ConnectionCheck } from '../../core/projects/test-connection.ts'
import type { Form, MemberVisit } from '../visit.ts'

/** Which of the page's forms was sent. */
export type Part = 'settings' | 'domains' | 'credential' | 'model' | 'secrets'

export interface ProjectView {
  visit: MemberVisit
  project: ShownProject
  domains: readonly { name: string; createdAt: Date }[]
  /** 0 for ever. */
  retentionDays: number
  /** Without the operator's key no secret can be kept. */
  keepsSecrets: boolean
  mayChange: boolean
  /** What the connection test has found. */
  checks?: readonly ConnectionCheck[]
  refused?: { part: Part; sentence: string; form: Form }
}

export function actionOf({ visit, project }: Pick<ProjectView, 'visit' | 'project'>, action: string): string {
  return `/dashboard/${visit.organization.organizationId}/projects/${project.id}/${action}`
}

export function refusalOf({ refused }: ProjectView, part: Part): string | undefined {
  return refused?.part === part ? refused.sentence : undefined
}

/** What a field holds: as it was sent, if its form came back, else as it is stored. */
export function filledIn({ refused }: ProjectView, part: Part): (name: string, stored: string) => string {
  return (name, stored) => (refused?.part === part ? (refused.form.get(name) ?? stored) : stored)
}
