import type { EditOrder } from '../../core/edits/begin-edit.ts'

interface Finished {
  summary: string
}

// A reviewer reads a list of so many; the host shows the rest.
const named = 50

/** What a reviewer wants to know: what was asked, what was done, which files, and how it was checked. */
export function describePullRequest(order: EditOrder, { summary }: Finished, changedFiles: readonly string[]): string {
  const more = changedFiles.length > named ? [`- and ${changedFiles.length - named} more`] : []
  return [
    summary,
    '',
    '### Instruction',
    ...order.instruction.split('\n').map((line) => `> ${line}`),
    '',
    '### Changed files',
    ...changedFiles.slice(0, named).map((file) => `- \`${file}\``),
    ...more,
    '',
    '### Checked',
    'The site was built with these changes: every page of it renders, and there is no broken link, missing file or secret that was not there before.',
    '',
    `Made by Bindery, job \`${order.editId}\`.`,
  ].join('\n')
}
