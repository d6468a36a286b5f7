import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import { type AskParent, finishSite, formatAdvice, type Report, reportPath, type SitePlan } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { walkFacts } from './walk-facts.ts'

interface ReportSite {
  root: string
  planFile: string
  /** Number of files with facts. */
  packs: number
  /** Of the repository: findings are named by its paths. */
  docsPath: string
  scratch: string
  /** Takes the findings. */
  findings: string
}

/** All that the exporter would report about a docs folder. No other file is made of it. */
export async function reportSite(input: ReportSite, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  const { root, planFile, scratch, docsPath, findings } = input
  const plan = JSON.parse(await readFile(planFile, 'utf8')) as SitePlan
  for await (const { path, bytes } of finishSite({ root, plan, parts: walkFacts(input.packs, ask), scratch })) {
    if (path !== reportPath) continue
    const report = JSON.parse(Buffer.from(bytes).toString()) as Report
    const json = JSON.stringify(listDiagnostics(report, docsPath))
    await writeMetered(findings, json, meter)
    return
  }
  throw new Error('The site was finished without a report.')
}

function listDiagnostics({ failures, findings, advice }: Report, docsPath: string): Diagnostic[] {
  const inRepository = (file: string) => join(docsPath, file)
  return [
    ...failures.map(({ file, line, reason }) => ({
      file: inRepository(file),
      line,
      kind: 'page_failed',
      message: reason,
    })),
    ...findings.map(({ file, line, code, message }) => ({ file: inRepository(file), line, kind: code, message })),
    ...advice.map((one) => ({ file: inRepository('docs.json'), kind: 'configuration', message: formatAdvice(one) })),
  ]
}
