import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startWorker } from '../../src/workflows/start-worker.ts'
import { type ExportBench, openExportBench } from './export-bench.ts'

export interface BenchBesideHost {
  bench: ExportBench
  organization: string
  /** Of the other host. */
  origin: string
  close(): Promise<void>
}

/** A bench with a worker, and beside it another host that the operator allows exports to ask. */
export async function openBenchBesideHost(answer: RequestListener): Promise<BenchBesideHost> {
  const host = createServer(answer)
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const bench = await openExportBench()
  const organization = await bench.addOrganization()
  const { git } = bench.workerDeps
  const policy = { allowedHosts: [...git.policy.allowedHosts, origin] }
  const worker = await startWorker({ ...bench.workerDeps, git: { ...git, policy } })
  return {
    bench,
    organization,
    origin,
    async close() {
      await worker.stop()
      await bench.close()
      host.close()
    },
  }
}
