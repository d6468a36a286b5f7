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
  return {
    async enqueueExport(trx, { exportId, organizationId }) {
      await client.enqueueInTransaction(
        clientOf(trx),
        {
          queueName: queueNames.exports,
          workflowName: workflowNames.exportSite,
          // The row's id: enqueuing it twice is enqueuing it once.
          workflowID: exportId,
          queuePartitionKey: organizationId,
          // Without it only the latest version ever registered would take the work.
          appVersion: applicationVersion,
        },
        exportId,
        organizationId,
      )
    },
    cancelExport: (exportId) => client.cancelWorkflow(exportId, { cancelChildren: true }),
    close: () => client.destroy(),
  }
}

/** A face of the open transaction: the engine calls nothing but `query(text, values)` and reads `rows` and `rowCount`. */
function clientOf(trx: Transaction<Tables>): pg.ClientBase {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows, numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
  return { query } as unknown as pg.ClientBase
}
