import { DBOS } from '@dbos-inc/dbos-sdk'

const batch = 500

/** The engine keeps all it has done until it is told otherwise. Returns how many workflows were forgotten. */
export async function deleteFinishedWorkflows(completedBefore: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const finished = await DBOS.listWorkflows({
      completedBefore: completedBefore.toISOString(),
      limit: batch,
      loadInput: false,
      loadOutput: false,
    })
    if (finished.length === 0) return deleted
    await DBOS.deleteWorkflows(finished.map((workflow) => workflow.workflowID))
    deleted += finished.length
  }
}
