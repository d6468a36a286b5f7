import type { ExportJob, ExportReport } from './answers.ts'
import type { Api } from './ask-api.ts'

/** Why an export failed, and every page that is to blame, as `bindery check` would name it. */
export async function explainFailure(api: Api, { jobId, domain, error, errorCode }: ExportJob): Promise<string> {
  const report = await readReport(api, jobId)
  return [`The export ${jobId} of ${domain} failed (${errorCode}): ${error}`, ...(report ? sum(report) : [])].join('\n')
}

/** An export that failed before its pages were looked at has none. */
function readReport(api: Api, jobId: string): Promise<ExportReport | undefined> {
  return api.ask<ExportReport>({ path: `v1/static-export/jobs/${jobId}/report` }).then(
    ({ body }) => body,
    () => undefined,
  )
}

function sum({ failures, counts }: ExportReport): string[] {
  return [
    ...failures.map(({ file, line, column, reason }) => `error ${file}:${line}:${column}: ${reason}`),
    `${counts.rendered} of ${counts.pages} pages rendered, ${counts.failed} failed.`,
  ]
}
