/**
 * Thread that launches the engine as each dead executor in turn: at its launch the engine puts the unfinished work of its
 * own executor id back on the queues. It takes no work itself.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { createEnginePool } from './engine-pool.ts'
import { applicationName, applicationVersion } from './settings.ts'
import { type TakeoverOrder, takeoverConnections } from './take-over.ts'

const { databaseUrl, worker, dead } = workerData as TakeoverOrder
const silent = { debug() {}, info() {}, warn() {}, error() {} }

for (const executorID of dead) {
  const pool = createEnginePool(databaseUrl, { worker, size: takeoverConnections })
  DBOS.setConfig({
    name: applicationName,
    systemDatabaseUrl: databaseUrl,
    systemDatabasePool: pool,
    applicationVersion,
    executorID,
    enablePatching: true,
    runMigrations: false,
    listenQueues: [],
    useListenNotify: false,
    logger: silent,
  })
  await DBOS.launch()
  parentPort?.postMessage(executorID)
  await DBOS.shutdown()
  await pool.end()
}
