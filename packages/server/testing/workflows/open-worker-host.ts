import { join } from 'node:path'
import { createRenderPool } from '@bindery/site'
import type { ObjectStore } from '../../src/storage/object-store.ts'
import { openHostCache } from '../../src/workflows/cache/host-cache.ts'
import { createTaskPool } from '../../src/workflows/tasks/create-task-pool.ts'
import { createPlanReader } from '../../src/workflows/worker/plan-reader.ts'
import type { WorkerContext } from '../../src/workflows/worker/worker-context.ts'
import type { ExportBench } from './export-bench.ts'

/** A host with a disk of its own, whose steps a test calls one by one. */
export interface WorkerHost extends AsyncDisposable {
  context: WorkerContext
  /** Bytes and keys that it has read from the bucket since it was asked last. */
  takeRead(): { bytes: number; keys: string[] }
}

export async function openWorkerHost(bench: ExportBench, name: string): Promise<WorkerHost> {
  const cache = await openHostCache({ folder: join(bench.folder, name), maxBytes: 2 * 1024 ** 3 })
  const pool = createRenderPool({ processes: 1 })
  const tasks = createTaskPool({ processes: 1, memoryMb: 1024, residentMb: 1536, deadlineMs: 60_000 })
  let read: { bytes: number; keys: string[] } = { bytes: 0, keys: [] }
  const count = (key: string, bytes: number) => {
    read.bytes += bytes
    read.keys.push(key)
  }
  const store: ObjectStore = {
    ...bench.store,
    async getFile(key, path, options) {
      count(key, (await bench.store.head(key))?.bytes ?? 0)
      await bench.store.getFile(key, path, options)
    },
    async getRange(key, range, options) {
      count(key, range.length)
      return await bench.store.getRange(key, range, options)
    },
  }
  const parts = { ...bench.workerDeps, store, cache, pool, tasks }
  return {
    context: { ...parts, readPlan: createPlanReader(parts) },
    takeRead() {
      const taken = read
      read = { bytes: 0, keys: [] }
      return taken
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool[Symbol.asyncDispose](), tasks[Symbol.asyncDispose]()])
      cache[Symbol.dispose]()
    },
  }
}
