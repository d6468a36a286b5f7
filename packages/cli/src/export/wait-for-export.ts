import { setTimeout as wait } from 'node:timers/promises'
import type { ExportJob } from './answers.ts'
import type { Api } from './ask-api.ts'

// A running job changes with every chunk of pages; four looks a second show it well and are a fifth of what a key may ask.
const lookAgainMs = 250
// A proxy that answers a long poll at once must not make it a short one.
const unchangedMs = 2000

/** Until the job has ended, well or badly; each change is told. */
export async function waitForExport(api: Api, jobId: string, tell: (job: ExportJob) => void): Promise<ExportJob> {
  const path = `v1/static-export/jobs/${jobId}`
  let known: string | undefined
  for (;;) {
    const askedAt = performance.now()
    const condition: Record<string, string> = known === undefined ? {} : { 'if-none-match': known }
    const answer = await api.ask<ExportJob>({ path, headers: { prefer: 'wait=30', ...condition } })
    if (answer.status === 304) {
      await wait(Math.max(0, unchangedMs - (performance.now() - askedAt)))
      continue
    }
    const job = answer.body
    tell(job)
    if (job.status === 'completed' || job.status === 'failed') return job
    known = answer.headers.etag
    await wait(lookAgainMs)
  }
}
