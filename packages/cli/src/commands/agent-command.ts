import { Command, Option } from 'commander'
import type { AgentFlags, RunFlags, WaitFlags } from '../service/agent/run-job.ts'
import type { ListJobsFlags, ShowJobFlags } from '../service/agent/show-jobs.ts'
import { serviceCommand } from './service-command.ts'

/** `bindery agent`: instructions in, pull requests out. */
export function agentCommand(): Command {
  return new Command('agent')
    .description('Have an agent edit the docs of a project.')
    .addCommand(runCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(messageCommand())
    .addCommand(cancelCommand())
}

const idArgument = ['<id>', 'the id of the agent job, as in aj_0123456789abcdef'] as const
const instructionArgument = ['<instruction>', 'what the agent should do, in quotes; - reads it from stdin'] as const

function projectCommand(name: string): Command {
  return serviceCommand(name).option('--project <id-or-name>', 'the project (default: the only one of your key)')
}

function runCommand(): Command {
  return projectCommand('run')
    .description('Start an agent job, wait for it, and print the link to its pull request.')
    .argument(...instructionArgument)
    .option('--ref <branch>', 'the branch to work on (default: the branch of the project)')
    .option('--model <model>', 'one of the models of the service (default: its first)')
    .option('--no-wait', 'print the id of the agent job, and leave')
    .action(async (instruction: string, flags: RunFlags) =>
      (await import('../service/agent/run-job.ts')).runJob(instruction, flags),
    )
}

function listCommand(): Command {
  return projectCommand('list')
    .description('List the agent jobs of a project, newest first.')
    .addOption(new Option('--status <status>', 'only those with this status').choices(statuses))
    .option('--limit <n>', 'how many', '20')
    .action(async (flags: ListJobsFlags) => (await import('../service/agent/show-jobs.ts')).listJobs(flags))
}

const statuses = ['active', 'completed', 'archived', 'failed']

function showCommand(): Command {
  return projectCommand('show')
    .description('Show one agent job.')
    .argument(...idArgument)
    .option('--transcript', 'what the agent read, answered and changed')
    .action(async (id: string, flags: ShowJobFlags) =>
      (await import('../service/agent/show-jobs.ts')).showJob(id, flags),
    )
}

function messageCommand(): Command {
  return projectCommand('message')
    .description('Give an agent job that has ended more to do, on the same pull request.')
    .argument(...idArgument)
    .argument(...instructionArgument)
    .option('--no-wait', 'print the id of the agent job, and leave')
    .action(async (id: string, instruction: string, flags: WaitFlags) =>
      (await import('../service/agent/run-job.ts')).messageJob(id, instruction, flags),
    )
}

function cancelCommand(): Command {
  return projectCommand('cancel')
    .description('End an agent job that is active.')
    .argument(...idArgument)
    .action(async (id: string, flags: AgentFlags) =>
      (await import('../service/agent/show-jobs.ts')).cancelJob(id, flags),
    )
}
