import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { CompiledQuery, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { type EngineLog, toEngineLogger } from './engine-log.ts'
import { applicationName, applicationVersion, queueNames, workflowNames } from './settings.ts'

export interface EngineClient {
  /** Inside the transaction that inserts the row: either both are there afterwards, or neither. */
  enqueueExport(trx: Transaction<Tables>, job: { exportId: string; organizationId: string }): Promise<void>
  /** Stops an export and its chunks; a running step sees it within about a second. */
  cancelExport(exportId: string): Promise<void>
  /** As an export: with the row that says that the turn is to be worked on. */
  enqueueAgentJob(
    trx: Transaction<Tables>,
    job: { agentJobId: string; turn: number; organizationId: string },
  ): Promise<void>
  cancelAgentJob(agentJobId: string, turn: number): Promise<void>
  close(): Promise<void>
}

/** The engine as the API sees it. `pool` belongs to the caller, who closes it. */
export async function createEngineClient(options: {
  databaseUrl: string
  pool: pg.Pool
  log: EngineLog
}): Promise<EngineClient> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: options.databaseUrl,
    systemDatabasePool: options.pool,
    applicationName,
    logger: toEngineLogger(options.log),
  })
  // Without a version only the latest one ever registered would take the work.
  const appVersion = applicationVersion
  return {
    async enqueueExport(trx, { exportId, organizationId }) {
      const { exports: queueName } = queueNames
      const { exportSite: workflowName } = workflowNames
      // Named by the row's id: enqueuing it twice is enqueuing it once.
      const work = { queueName, workflowName, workflowID: exportId, queuePartitionKey: organizationId, appVersion }
      await client.enqueueInTransaction(clientOf(trx), work, exportId, organizationId)
    },
    cancelExport: (exportId) => client.cancelWorkflow(exportId, { cancelChildren: true }),
    async enqueueAgentJob(trx, { agentJobId, turn, organizationId }) {
      const { agentJobs: queueName } = queueNames
      const { runAgentJob: workflowName } = workflowNames
      const workflowID = agentJobWorkflowId(agentJobId, turn)
      const work = { queueName, workflowName, workflowID, queuePartitionKey: organizationId, appVersion }
      await client.enqueueInTransaction(clientOf(trx), work, agentJobId, turn, organizationId)
    },
    cancelAgentJob: (agentJobId, turn) =>
      client.cancelWorkflow(agentJobWorkflowId(agentJobId, turn), { cancelChildren: true }),
    close: () => client.destroy(),
  }
}

/** Each turn is a workflow of its own. */
function agentJobWorkflowId(agentJobId: string, turn: number): string {
  return `${agentJobId}:t${turn}`
}

/** A face of the open transaction: the engine calls nothing but `query(text, values)` and reads `rows` and `rowCount`. */
function clientOf(trx: Transaction<Tables>): pg.ClientBase {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows, numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
  return { query } as unknown as pg.ClientBase
}
