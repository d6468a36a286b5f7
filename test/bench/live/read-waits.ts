import type { Service } from '../../../deploy/local/start-service.ts'
import { readSteps } from '../export/print-steps.ts'
import { median } from '../poll/load.ts'

/** Where the time of one commit went, in milliseconds, in the order in which it passed. */
export interface Waits {
  total: number
  parts: ReadonlyMap<string, number>
  /** From the end of the step `complete` until a host served the words, whatever the worker did meanwhile. */
  afterCompletion: number | undefined
}

/** The steps as the engine has written them down, with what lies before, between and after them. */
export async function readWaits(
  service: Service,
  jobId: string,
  { begun, total }: { begun: number; total: number },
): Promise<Waits> {
  const served = begun + total
  const parts = new Map<string, number>()
  const add = (name: string, ms: number) => parts.set(name, (parts.get(name) ?? 0) + ms)
  let until = begun
  let afterCompletion: number | undefined
  for (const { step, startedAt, endedAt } of await readSteps(service, jobId)) {
    if (startedAt >= served) break
    if (step === 'complete') afterCompletion = served - endedAt
    add(`→ ${step}`, Math.max(0, startedAt - until))
    add(step, Math.max(0, Math.min(endedAt, served) - Math.max(startedAt, until)))
    until = Math.max(until, Math.min(endedAt, served))
  }
  add('→ served', served - until)
  return { total, parts, afterCompletion }
}

/** The median of each part. */
export function summarizeWaits(waits: readonly Waits[]): string {
  const names = new Set(waits.flatMap(({ parts }) => [...parts.keys()]))
  const medianOf = (name: string) => Math.round(median(waits.map(({ parts }) => parts.get(name) ?? 0)))
  const served = waits.flatMap(({ afterCompletion }) => afterCompletion ?? [])
  const parts = [...names].map((name) => `${name} ${medianOf(name)}`)
  if (served.length > 0) parts.push(`from completed to served ${Math.round(median(served))}`)
  return parts.join(', ')
}
