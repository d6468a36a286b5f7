import { encodePath } from '@bindery/bundle'
import { type Severity, severityOf, titleOfKind } from '@bindery/site/findings'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import type { ListedFinding } from './list-findings.ts'

const levels: Record<Severity, 'error' | 'warning' | 'note'> = { error: 'error', warning: 'warning', advice: 'note' }

/** The findings as SARIF 2.1.0, the format in which code scanners hand their results to git hosts and editors. */
export function writeSarif(job: ExportRecord, findings: readonly ListedFinding[], version: string): string {
  const codes = [...new Set(findings.map(({ code }) => code))]
  const { commit, projectRepository: repositoryUri, projectDocsPath: folder } = job
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Bindery', semanticVersion: version, rules: codes.map(toRule) } },
        ...(commit !== null && { versionControlProvenance: [{ repositoryUri, revisionId: commit }] }),
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => toResult(finding, codes.indexOf(finding.code), folder)),
      },
    ],
  }
  return JSON.stringify(log, null, 1)
}

function toRule(code: string) {
  return {
    id: code,
    shortDescription: { text: titleOfKind(code) },
    defaultConfiguration: { level: levels[severityOf(code)] },
  }
}

function toResult({ code, severity, message, file, line, column }: ListedFinding, ruleIndex: number, folder: string) {
  const uri = encodePath(folder === '' ? file : `${folder}/${file}`)
  // Lines and columns count from 1; what is a matter of the whole file has none.
  const region = line === null || line < 1 ? undefined : { startLine: line, ...(column && { startColumn: column }) }
  const place = { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...(region && { region }) }
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: place }],
  }
}
