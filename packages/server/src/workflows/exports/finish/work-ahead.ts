import { outsideStep } from '../../../engine/step.ts'

/** Work of a later step that this process begins during an earlier one. What is lost of it the step does itself. */
export interface WorkAhead<Result> {
  /** Once for each id. */
  begin(id: string, work: (signal: AbortSignal) => Promise<Result>): void
  /** Undefined where nothing was begun, or it has failed. */
  take(id: string): Promise<Result | undefined>
  /** Ends what nobody took: nothing of it goes on after this. */
  drop(id: string): Promise<void>
}

export function createWorkAhead<Result>(): WorkAhead<Result> {
  const begun = new Map<string, { result: Promise<Result | undefined>; end: AbortController }>()
  const remove = (id: string) => {
    const work = begun.get(id)
    begun.delete(id)
    return work
  }
  return {
    begin(id, work) {
      if (begun.has(id)) return
      const end = new AbortController()
      const result = outsideStep(() => work(end.signal)).catch(() => undefined)
      begun.set(id, { result, end })
    },
    take: async (id) => remove(id)?.result,
    async drop(id) {
      const work = remove(id)
      work?.end.abort()
      await work?.result
    },
  }
}
