import { type AgentJobStatus, agentJobStatus } from '@bindery/contract'
import { type Command, Option } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { plantEdit } from '../core/edits/create/plant-edit.ts'
import { type EditState, moveEdit } from '../core/edits/move-edit.ts'
import type { Act } from './admin-deps.ts'

interface CreateOptions {
  project: string
  prompt: string
  ref?: string
  model: string
  status: AgentJobStatus
  prLink?: string
}

export function addAgentJobCommands(admin: Command, act: Act): void {
  const job = admin.command('agent-job').description('agent jobs, for development: no agent works on them')

  job
    .command('create')
    .description('make an agent job in any state')
    .requiredOption('--project <id>')
    .option('--prompt <text>', 'the instruction', 'Correct the spelling.')
    .option('--ref <branch>', "the project's branch by default")
    .option('--model <name>', 'the model that it claims', 'development')
    .addOption(new Option('--status <status>').choices(agentJobStatus.options).default('active'))
    .option('--pr-link <url>', 'the pull request of a completed or archived job')
    .action(
      act(({ db }, { project, prompt, ref, model, status, prLink }: CreateOptions) => {
        const state = stateFor(status, prLink ?? null)
        return plantEdit(db, { projectId: project, ref: ref ?? null, model, prompt, state }, operator)
      }),
    )
}

/** By legal moves from the beginning, so that no impossible job is made. */
function stateFor(status: AgentJobStatus, prLink: string | null): EditState {
  const active: EditState = { status: 'active', prLink: null }
  if (status === 'active') return active
  if (status === 'failed') {
    return moveEdit(active, { move: 'fail', errorCode: 'cancelled', error: 'The job was made as failed.' })
  }
  const completed = moveEdit(active, { move: 'complete', prLink })
  return status === 'completed' ? completed : moveEdit(completed, { move: 'archive', at: new Date() })
}
