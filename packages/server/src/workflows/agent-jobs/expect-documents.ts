import { expectDocument, openTree, Refusal } from '@bindery/agent'
import { AgentJobFailure } from '../../core/agent-jobs/agent-job-failure.ts'
import type { NetChange } from './net-changes.ts'

/**
 * Checks what would be pushed, not what the tools were asked for: the patches come from a bucket.
 */
export async function expectDocuments(
  roots: { base: string; changed: string },
  docsPath: string,
  changes: readonly NetChange[],
): Promise<void> {
  const [base, changed] = await Promise.all([openTree(roots.base), openTree(roots.changed)])
  const place = { tree: base, settings: [base, changed], docsPath }
  for (const { path, content } of changes) {
    try {
      await expectDocument(place, path, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new AgentJobFailure('checks_failed', `Nothing was pushed. ${error.message}`, { cause: error })
    }
  }
}
