import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { disarm } from './word-for-readers.ts'

interface Finished {
  summary: string
}

// A reviewer reads a list of so many; the host shows the rest.
const named = 50

/** What a reviewer wants to know: what was asked, what was done, which files, and how it was checked. */
export function describePullRequest(
  order: AgentJobOrder,
  { summary }: Finished,
  changedFiles: readonly string[],
): string {
  const more = changedFiles.length > named ? [`- and ${changedFiles.length - named} more`] : []
  return [
    summary,
    '',
    '### Instruction',
    ...disarm(order.instruction)
      .split('\n')
      .map((line) => `> ${line}`),
    '',
    '### Changed files',
    ...changedFiles.slice(0, named).map((file) => `- ${quote(file)}`),
    ...more,
    '',
    '### Checked',
    'The site was built with these changes: every page of it renders, and there is no broken link, missing file or secret that was not there before.',
    '',
    `Made by Bindery, job \`${order.agentJobId}\`.`,
  ].join('\n')
}

/** As code, whatever the name holds; a backtick in it would end the code. */
function quote(file: string): string {
  const shown = disarm(file.replace(/\p{Cf}/gu, ''))
  const marks = '`'.repeat(1 + Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length)))
  return marks.length === 1 ? `\`${shown}\`` : `${marks} ${shown} ${marks}`
}
