import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/db/create-database.ts'
import { divideConnections } from '../../src/engine/divide-connections.ts'
import { type EngineOptions, launchEngine } from '../../src/engine/launch-engine.ts'
import { defaultConcurrency } from '../../src/engine/settings.ts'
import { createStepRecords, type StepRecords } from '../../src/engine/step-records.ts'

export interface TestWorker {
  executorId: string
  records: StepRecords
  /** After the workflows have been registered. */
  launch(options: Pick<EngineOptions, 'steps' | 'log'> & Partial<EngineOptions>): ReturnType<typeof launchEngine>
}

/** A worker of one core. */
export function openTestWorker({ url, db }: Pick<Database, 'db'> & { url: string }): TestWorker {
  const executorId = randomUUID()
  return {
    executorId,
    records: createStepRecords(db, executorId),
    launch: (options) =>
      launchEngine({
        databaseUrl: url,
        executorId,
        cores: 1,
        connections: divideConnections(20),
        concurrency: defaultConcurrency(1),
        onLost(cause) {
          throw cause
        },
        ...options,
      }),
  }
}
