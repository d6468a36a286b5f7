import { formatMany } from '../../view/numbers.ts'
import type { ProjectView } from '../project-view.ts'
import type { Overview } from './read-overview.ts'

export interface Check {
  name: string
  tone: 'good' | 'bad' | 'busy' | 'calm'
  sentence: string
  /** Where one looks further, below the organization. */
  href?: string
}

/** Whether a project works: each thing that may keep it from that, with the place where it is fixed. */
export function checkHealth({ project, domains }: ProjectView, { sites, exports, agentJobs }: Overview): Check[] {
  const home = `/projects/${project.id}`
  return [
    checkLast('Last export', 'No export yet.', exports[0] && { ...exports[0], href: `/exports/${exports[0].id}` }),
    checkFindings(sites),
    checkDomains(domains, `${home}/domains`),
    project.hasCredential
      ? { name: 'Git credential', tone: 'good', sentence: 'Set.', href: `${home}/credential` }
      : {
          name: 'Git credential',
          tone: 'calm',
          sentence: 'Not set: private repositories and agent jobs need one.',
          href: `${home}/credential`,
        },
    checkLast(
      'Last agent job',
      'No agent job yet.',
      agentJobs[0] && { ...agentJobs[0], href: `/agent-jobs/${agentJobs[0].id}` },
    ),
  ]
}

interface Job {
  status: string
  errorCode: string | null
  href: string
}

function checkLast(name: string, none: string, job: Job | undefined): Check {
  if (!job) return { name, tone: 'calm', sentence: none }
  const { status, errorCode, href } = job
  if (errorCode === 'cancelled') return { name, tone: 'calm', sentence: 'Cancelled.', href }
  if (status === 'failed') return { name, tone: 'bad', sentence: `Failed: ${errorCode ?? 'see why'}.`, href }
  const tone = status === 'completed' || status === 'archived' ? 'good' : 'busy'
  return { name, tone, sentence: `${status.charAt(0).toUpperCase()}${status.slice(1)}.`, href }
}

function checkFindings(sites: Overview['sites']): Check {
  const name = 'Published pages'
  const live = sites.flatMap(({ current }) => (current ? [current] : []))
  const [first] = live
  if (!first) return { name, tone: 'calm', sentence: 'Nothing is published yet.' }
  const errors = live.reduce((sum, one) => sum + one.errors, 0)
  const warnings = live.reduce((sum, one) => sum + one.warnings, 0)
  const tone = errors > 0 ? 'bad' : warnings > 0 ? 'busy' : 'good'
  const sentence = `${formatMany(errors, 'error')}, ${formatMany(warnings, 'warning')}.`
  return { name, tone, sentence, href: `/exports/${first.id}/report` }
}

function checkDomains(domains: ProjectView['domains'], href: string): Check {
  const name = 'Domains'
  if (domains.length === 0) return { name, tone: 'bad', sentence: 'None, so nothing can be exported.', href }
  const open = domains.filter(({ verifiedAt }) => verifiedAt === null).length
  if (open > 0) return { name, tone: 'busy', sentence: `${formatMany(open, 'domain')} not verified.`, href }
  return { name, tone: 'good', sentence: `${formatMany(domains.length, 'domain')}, verified.`, href }
}
