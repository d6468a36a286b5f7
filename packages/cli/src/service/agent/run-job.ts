import { text } from 'node:stream/consumers'
import type { AgentJob, Client } from '@bindery/client'
import { UsageError } from '../../errors.ts'
import { plainText } from '../../terminal/plain-text.ts'
import { printJson } from '../../terminal/print-table.ts'
import { showWaiting } from '../../terminal/show-waiting.ts'
import { connectService, printNote, type ServiceFlags } from '../connect-service.ts'
import { findProject } from '../find-project.ts'
import { readAgentJobId } from '../read-id.ts'

export interface AgentFlags extends ServiceFlags {
  project?: string
}

export interface WaitFlags extends AgentFlags {
  /** False: print the job as it is now. */
  wait: boolean
}

export interface RunFlags extends WaitFlags {
  ref?: string
  model?: string
}

/** `bindery agent run INSTRUCTION`: the pull request on stdout, everything else on stderr. */
export async function runJob(instruction: string, flags: RunFlags): Promise<void> {
  const prompt = await readInstruction(instruction)
  const client = await connectService(flags)
  const projectId = await findProject(client, flags.project)
  const { ref, model } = flags
  await follow(client, projectId, await client.agentJobs.create(projectId, { prompt, ref, model }), flags)
}

/** `bindery agent message ID INSTRUCTION`: more to do on the same pull request. */
export async function messageJob(id: string, instruction: string, flags: WaitFlags): Promise<void> {
  const jobId = readAgentJobId(id)
  const prompt = await readInstruction(instruction)
  const client = await connectService(flags)
  const projectId = await findProject(client, flags.project)
  await follow(client, projectId, await client.agentJobs.message(projectId, jobId, { prompt }), flags)
}

async function readInstruction(given: string): Promise<string> {
  const prompt = (given === '-' ? await text(process.stdin) : given).trim()
  if (prompt !== '') return prompt
  throw new UsageError('What should the agent do? Write it in quotes, or give - and write it to stdin.')
}

async function follow({ agentJobs }: Client, projectId: string, job: AgentJob, flags: WaitFlags): Promise<void> {
  const again = `bindery agent show ${job.id} --project ${projectId}`
  if (!flags.wait) return printResult(job, flags, job.id)
  if (!flags.json) printNote(`The agent job ${job.id} has begun. If this is interrupted: ${again}`)
  const ended = await wait(agentJobs, projectId, job.id)
  if (ended.status === 'failed') {
    if (flags.json) printJson(ended)
    const why = `${plainText(ended.error ?? '')} (${ended.errorCode})`
    throw new UsageError(`The agent job ${job.id} failed.\n  Why: ${why}\n  Next: ${again} --transcript`)
  }
  if (!flags.json) printNote(describe(ended))
  printResult(ended, flags, ended.prLink)
}

async function wait(agentJobs: Client['agentJobs'], projectId: string, id: string): Promise<AgentJob> {
  using _ = showWaiting(process.stderr, `The agent job ${id} is active,`)
  return await agentJobs.waitForEnd(projectId, id)
}

function describe({ title, summary, changedFiles, prLink }: AgentJob): string {
  const lines = [title, summary].flatMap((line) => (line ? [plainText(line)] : []))
  const files = `${changedFiles.length} ${changedFiles.length === 1 ? 'file' : 'files'} changed.`
  return [...lines, prLink === null ? 'No file was changed, so there is no pull request.' : files].join('\n')
}

function printResult(job: AgentJob, { json }: ServiceFlags, line: string | null): void {
  if (json) printJson(job)
  else if (line !== null) process.stdout.write(`${plainText(line)}\n`)
}
