import { join } from 'node:path'
import { type Report, rendererVersion, type Severity, titleOfKind } from '@bindery/site'
import { type Entry, type Kind, listKinds } from './list-entries.ts'

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', advice: 'note' }

/** SARIF 2.1.0, as code scanners and editors read it; addresses of files begin with the folder's own path. */
export function formatSarif(report: Report, folder: string): string[] {
  const kinds = listKinds(report)
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Bindery', version: rendererVersion, rules: kinds.map(toRule) } },
        results: kinds.flatMap((kind) => kind.entries.map((entry) => toResult(kind, entry, folder))),
      },
    ],
  }
  return [JSON.stringify(log)]
}

function toRule({ code, severity }: Kind) {
  return { id: code, shortDescription: { text: titleOfKind(code) }, defaultConfiguration: { level: levels[severity] } }
}

function toResult({ code, severity }: Kind, { message, place }: Entry, folder: string) {
  const result = { ruleId: code, level: levels[severity], message: { text: message } }
  if (!place) return result
  const uri = join(folder, place.file).split('/').map(encodeURIComponent).join('/')
  const region = { startLine: place.line, startColumn: place.column }
  return { ...result, locations: [{ physicalLocation: { artifactLocation: { uri }, region } }] }
}
