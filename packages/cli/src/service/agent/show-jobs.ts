import type { AgentEventPage, AgentJob, Client } from '@bindery/client'
import { formatTime } from '../../terminal/format.ts'
import { printFacts, printJson, printTable } from '../../terminal/print-table.ts'
import { readCount } from '../../terminal/read-count.ts'
import { connectService } from '../connect-service.ts'
import { findProject } from '../find-project.ts'
import { readAgentJobId } from '../read-id.ts'
import { takeFirst } from '../take-first.ts'
import type { AgentFlags } from './run-job.ts'

export interface ListJobsFlags extends AgentFlags {
  status?: AgentJob['status']
  limit: string
}

export interface ShowJobFlags extends AgentFlags {
  transcript?: true
}

/** `bindery agent list` */
export async function listJobs(flags: ListJobsFlags): Promise<void> {
  const count = readCount('--limit', flags.limit, 10_000)
  const client = await connectService(flags)
  const projectId = await findProject(client, flags.project)
  const query = { status: flags.status, limit: Math.min(count, 100) }
  const jobs = await takeFirst(client.agentJobs.listAll(projectId, query), count)
  if (flags.json) return printJson(jobs)
  printTable(
    ['ID', 'STATUS', 'CREATED', 'TITLE', 'PULL REQUEST'],
    jobs.map(({ id, status, createdAt, title, prLink }) => [
      id,
      status,
      formatTime(createdAt),
      title ?? '-',
      prLink ?? '-',
    ]),
  )
}

/** `bindery agent show ID` */
export async function showJob(id: string, flags: ShowJobFlags): Promise<void> {
  const jobId = readAgentJobId(id)
  const client = await connectService(flags)
  const projectId = await findProject(client, flags.project)
  if (flags.transcript) return printTranscript(client, projectId, jobId, flags)
  printJob(await client.agentJobs.get(projectId, jobId), flags)
}

/** `bindery agent cancel ID` */
export async function cancelJob(id: string, flags: AgentFlags): Promise<void> {
  const jobId = readAgentJobId(id)
  const client = await connectService(flags)
  printJob(await client.agentJobs.cancel(await findProject(client, flags.project), jobId), flags)
}

function printJob(job: AgentJob, { json }: AgentFlags): void {
  if (json) printJson(job)
  else printFacts(factsOf(job))
}

function factsOf(job: AgentJob) {
  return {
    ID: job.id,
    Status: job.status,
    Title: job.title,
    Summary: job.summary,
    'Pull request': job.prLink,
    Changed: job.changedFiles.join(', '),
    Error: job.error === null ? null : `${job.error} (${job.errorCode})`,
    Repository: job.source.repository,
    Branch: job.source.ref,
    Model: job.model,
    Tokens: `${job.usage.inputTokens} read, ${job.usage.outputTokens} written, ${job.usage.steps} steps`,
    Created: formatTime(job.createdAt),
    Archived: job.archivedAt && formatTime(job.archivedAt),
  }
}

async function printTranscript({ agentJobs }: Client, projectId: string, id: string, { json }: AgentFlags) {
  const events = await Array.fromAsync(agentJobs.listAllEvents(projectId, id))
  if (json) return printJson(events)
  printTable(
    ['TIME', 'TURN', 'WHAT', 'DETAILS'],
    events.map(({ at, turn, kind, body }) => [formatTime(at), String(turn), kind, shorten(body)]),
  )
}

/** A tool's result may be a whole page; --json has all of it. */
function shorten(body: AgentEventPage['events'][number]['body']): string {
  const text = JSON.stringify(body)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
