import type { Client, ExportJob, ExportReport } from '@bindery/client'
import { plainText } from '../terminal/plain-text.ts'

/** Why an export failed, and every page that is to blame, as `bindery check` would name it. */
export async function explainFailure(
  { exports }: Client,
  { jobId, domain, error, errorCode }: ExportJob,
): Promise<string> {
  // An export that failed before its pages were read has no report.
  const report = await exports.report(jobId).catch(() => undefined)
  return [`The export ${jobId} of ${domain} failed (${errorCode}): ${error}`, ...(report ? sum(report, jobId) : [])]
    .map(plainText)
    .join('\n')
}

function sum({ failures, counts }: ExportReport, jobId: string): string[] {
  return [
    ...failures.map(({ file, line, column, reason }) => `error ${file}:${line}:${column}: ${reason}`),
    `${counts.rendered} of ${counts.pages} pages rendered, ${counts.failed} failed.`,
    `All that was found: bindery exports report ${jobId}`,
  ]
}
