import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createRenderPool, MemoryBudget } from '@bindery/site/parent'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { isJobOpen } from '../core/jobs/is-job-open.ts'
import { labelStep } from '../core/steps/step-labels.ts'
import { divideConnections } from '../engine/divide-connections.ts'
import { launchEngine } from '../engine/launch-engine.ts'
import { createPresence } from '../engine/presence.ts'
import { type Concurrency, defaultConcurrency, workflowNames } from '../engine/settings.ts'
import { createStepRunner } from '../engine/step.ts'
import { createStepRecords } from '../engine/step-records.ts'
import { createLead } from '../engine/take-lead.ts'
import { defineRunAgentJob } from './agent-jobs/run-agent-job.ts'
import { createAgentJobStep } from './agent-jobs/run-agent-job-step.ts'
import { openHostCache } from './cache/host-cache.ts'
import { defineRenderChunk } from './exports/chunks/render-chunk.ts'
import { defineExportSite } from './exports/export-site.ts'
import { createExportStep } from './exports/run-export-step.ts'
import { runMaintenance } from './maintenance/run-maintenance.ts'
import { createTaskPool } from './tasks/create-task-pool.ts'
import { createPlanReader } from './worker/plan-reader.ts'
import type { WorkerContext } from './worker/worker-context.ts'

export interface WorkerDeps extends Omit<WorkerContext, 'cache' | 'readPlan' | 'pool' | 'tasks'> {
  /** A direct connection, not through a pooler that lends sessions out by transaction. */
  databaseUrl: string
  /** Sources and plans of recent exports; all workers of a host may share it. */
  cacheFolder: string
  /** Of all that this process has there. */
  cacheBytes: number
  /** Render children of this process. */
  cores?: number | undefined
  /** Repositories that are fetched at once. */
  fetches?: number | undefined
  /** Memory of each render process, of each task process, and of all of them together. */
  render?: { memoryMb: number; residentMb: number } | undefined
  taskMemory?: { memoryMb: number; residentMb: number } | undefined
  processesMb?: number | undefined
  /** What one page, and one task of a small site, may take. */
  pageMs?: number | undefined
  taskMs?: number | undefined
  /** What this worker runs at a time, where the defaults for its cores do not fit. */
  concurrency?: Partial<Concurrency> | undefined
  /** Maximum of database connections: of the engine, and of the whole process. */
  connections?: { engine: number; process: number } | undefined
  /** Retention of the rows of steps. */
  stepDays?: number | undefined
  /** Called when the database has given this worker up. By default the process ends at once; a supervisor restarts it. */
  onLost?: (cause: Error) => void
}

export interface Worker {
  /** Takes no more work, lets running steps end for up to 25 s, and leaves the rest to other workers. */
  stop(): Promise<void>
}

const stopGraceMs = 25_000

export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { databaseUrl, db, store, log, cores = availableParallelism() } = deps
  const cache = await openHostCache({ folder: deps.cacheFolder, maxBytes: deps.cacheBytes })
  const budget = new MemoryBudget(deps.processesMb ?? Number.POSITIVE_INFINITY)
  const { pageMs: deadlineMs = 30_000 } = deps
  const pool = createRenderPool({ processes: cores, deadlineMs, idleMs: 60_000, budget, ...deps.render })
  const taskMemory = deps.taskMemory ?? { memoryMb: 1024, residentMb: 1536 }
  const tasks = createTaskPool({ processes: cores, deadlineMs: deps.taskMs ?? 60_000, budget, ...taskMemory })
  const parts = { ...deps, cache, pool, tasks }
  const context: WorkerContext = { ...parts, readPlan: createPlanReader(parts) }

  const executorId = randomUUID()
  const presence = createPresence((job) => isJobOpen(db, job))
  const records = createStepRecords(db, executorId)
  const steps = createStepRunner({ work: cores, fetches: deps.fetches ?? 4 }, { records, presence, labelOf: labelStep })
  const step = createExportStep(steps, log)
  const renderChunk = DBOS.registerWorkflow(presence.around(defineRenderChunk({ context, step })), {
    name: workflowNames.renderChunk,
    maxRecoveryAttempts: 20,
  })
  DBOS.registerWorkflow(presence.around(defineExportSite({ context, step, renderChunk })), {
    name: workflowNames.exportSite,
    maxRecoveryAttempts: 50,
  })
  DBOS.registerWorkflow(presence.around(defineRunAgentJob({ context, step: createAgentJobStep(steps, log) })), {
    name: workflowNames.runAgentJob,
    maxRecoveryAttempts: 50,
  })
  const onLost = deps.onLost ?? ((cause) => exitAtOnce(cause, log))
  const concurrency = { ...defaultConcurrency(cores), ...deps.concurrency }
  const connections = deps.connections ?? divideConnections(20)
  const engine = await launchEngine({
    databaseUrl,
    executorId,
    cores,
    connections,
    concurrency,
    steps,
    presence,
    log,
    onLost,
  })
  const maintenance = runMaintenance({
    db,
    store,
    cache,
    log,
    stepDays: deps.stepDays ?? 30,
    leads: createLead(engine.liveness),
    agentJobArchiveDays: deps.limits.agentJobArchiveDays,
  })
  log.info({ executor: executorId, cores }, 'the worker takes work')

  return {
    async stop() {
      await maintenance.stop()
      await engine.stop(stopGraceMs)
      await Promise.all([pool[Symbol.asyncDispose](), tasks[Symbol.asyncDispose]()])
    },
  }
}

function exitAtOnce(cause: Error, log: WorkerContext['log']): never {
  log.fatal({ err: cause }, 'lost the liveness lock: others take over, this process ends')
  process.exit(1)
}
