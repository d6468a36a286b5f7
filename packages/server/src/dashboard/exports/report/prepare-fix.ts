import { exportId } from '@bindery/contract'
import { titleOfKind } from '@bindery/site/findings'
import { expectExportPlan } from '../../../core/access/export-plan.ts'
import { type ExportRecord, readExport } from '../../../core/exports/read/read-export.ts'
import type { DashboardDeps } from '../../dashboard-deps.ts'
import { readQuery } from '../../parse-form.ts'
import { formatMany } from '../../view/numbers.ts'
import type { MemberVisit } from '../../visit.ts'
import { groupFindings } from './group-findings.ts'
import type { ListedFinding } from './list-findings.ts'
import { readFindings } from './read-findings.ts'
import { readReportFilters } from './report-filters.ts'

// What one pull request can be reviewed for; the form takes 32,000 characters.
const mostNamed = 100
const mostCharacters = 24_000

/** The instruction for an agent that fixes the findings which the address names, and the project that it is for. */
export async function prepareFix(
  deps: DashboardDeps,
  visit: MemberVisit,
): Promise<{ project: string; prompt: string } | undefined> {
  const { data: id } = exportId.safeParse(readQuery(visit, 'export'))
  if (id === undefined) return undefined
  expectExportPlan(visit.organization)
  const job = await readExport(deps.db, visit.caller, id)
  const { findings } = await readFindings(deps, visit, job.id, readReportFilters(visit))
  return { project: job.projectId, prompt: writeInstruction(job, findings) }
}

export function writeInstruction(
  { domain, commit }: Pick<ExportRecord, 'domain' | 'commit'>,
  findings: readonly ListedFinding[],
): string {
  const lines = takeWhileShort(findings.slice(0, mostNamed))
  const left = findings.length - lines.length
  const of = commit === null ? domain : `${domain} (commit ${commit.slice(0, 7)})`
  return [
    `${lines.length === 1 ? 'Fix the problem' : `Fix these ${lines.length} problems`} that the export of ${of} reported.`,
    ...groupFindings(lines).map(
      ({ code, findings: found }) => `${titleOfKind(code)}:\n${found.map(toLine).join('\n')}`,
    ),
    ...(left > 0 ? [`There are ${formatMany(left, 'more problem')} like these. Leave them for another change.`] : []),
    'Change only what these problems need. If you cannot tell how to fix one, leave it as it is and say so.',
  ].join('\n\n')
}

const toLine = ({ file, line, message }: ListedFinding) => `- ${file}${line === null ? '' : `:${line}`}: ${message}`

function takeWhileShort(findings: readonly ListedFinding[]): ListedFinding[] {
  let left = mostCharacters
  return findings.filter((finding) => {
    left -= toLine(finding).length + 1
    return left > 0
  })
}
