import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import { buildSite, ConfigurationError, type Report, sayAdvice } from '@bindery/site'
import type { WorkerContext } from '../worker-context.ts'

/** All that the exporter would say about a docs folder, by the paths of the repository. No file is written. */
export async function diagnoseSite(
  { pool }: Pick<WorkerContext, 'pool'>,
  { root, docsPath, organizationId }: { root: string; docsPath: string; organizationId: string },
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  try {
    const report = await buildSite({
      root: join(root, docsPath),
      pool,
      group: organizationId,
      write: async () => {},
      signal,
    })
    return listDiagnostics(report, docsPath)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return [{ file: join(docsPath, 'docs.json'), kind: 'configuration', message: error.message }]
  }
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
    ...advice.map((one) => ({ file: inRepository('docs.json'), kind: 'configuration', message: sayAdvice(one) })),
  ]
}

/**
 * Those of `now` that `before` did not have. Lines move with every edit, so a finding is known by its file, kind and
 * words, and counts as often as it stands there.
 */
export function listNew(before: readonly Diagnostic[], now: readonly Diagnostic[]): Diagnostic[] {
  const known = new Map<string, number>()
  for (const diagnostic of before) known.set(keyOf(diagnostic), (known.get(keyOf(diagnostic)) ?? 0) + 1)
  return now.filter((diagnostic) => {
    const left = known.get(keyOf(diagnostic)) ?? 0
    known.set(keyOf(diagnostic), left - 1)
    return left <= 0
  })
}

function keyOf({ file, kind, message }: Diagnostic): string {
  return `${kind} ${file} ${message}`
}
