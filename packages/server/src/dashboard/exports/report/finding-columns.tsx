import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { locateLine } from '../../../git/hosts/locate-line.ts'
import { OutsideLink } from '../../view/outside-link.tsx'
import type { Column } from '../../view/table.tsx'
import type { MemberVisit } from '../../visit.ts'
import { isPageSource, ViewSource } from '../view-link.tsx'
import { splitMessage } from './group-findings.ts'
import type { ListedFinding } from './list-findings.ts'

interface Shown {
  visit: MemberVisit
  job: ExportRecord
  /** The findings quote what they are about. */
  hasTargets: boolean
}

export function columnsOf({ visit, job, hasTargets }: Shown): Column<ListedFinding>[] {
  return [
    { title: 'File', cell: ({ file }) => <code>{file}</code> },
    { title: 'Line', align: 'end', cell: (finding) => <Line job={job} finding={finding} /> },
    ...(hasTargets ? targetColumns : messageColumns),
    ...viewColumns(visit, job),
  ]
}

/** The line as the git host shows it, in the commit that was exported. */
function Line({ job, finding: { file, line, column } }: { job: ExportRecord; finding: ListedFinding }) {
  const { projectRepository: repository, projectGitHost: kind, projectDocsPath: folder, commit } = job
  const words = line === null ? 'file' : `${line}:${column}`
  const path = folder === '' ? file : `${folder}/${file}`
  const href = commit === null ? undefined : locateLine({ kind, repository, commit }, path, line)
  if (href === undefined) return <>{line === null ? '–' : words}</>
  return (
    <OutsideLink href={href} label={`${words} of ${file} on the git host`}>
      {words}
    </OutsideLink>
  )
}

const messageColumns: Column<ListedFinding>[] = [{ title: 'What', cell: ({ message }) => message }]
const targetColumns: Column<ListedFinding>[] = [
  { title: 'Target', cell: ({ message }) => <code>{splitMessage(message).target}</code> },
  { title: 'Why', cell: ({ message }) => splitMessage(message).reason },
]

/** What a reader sees of it; an export that failed has nothing to look at. */
function viewColumns(visit: MemberVisit, { id, status }: ExportRecord): Column<ListedFinding>[] {
  if (status !== 'completed') return []
  const cell = ({ file }: ListedFinding) =>
    isPageSource(file) && <ViewSource visit={visit} exportId={id} source={file} />
  return [{ title: 'View', cell }]
}
