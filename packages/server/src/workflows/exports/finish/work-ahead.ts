import { outsideStep } from '../../../engine/step.ts'

/** Work of a later step that this process begins during an earlier one. What is lost of it the step does itself. */
export interface WorkAhead<Result> {
  /** Once for each id. */
  begin(id: string, work: () => Promise<Result>): void
  /** Undefined where nothing was begun, or it has failed. */
  take(id: string): Promise<Result | undefined>
}

export function createWorkAhead<Result>(): WorkAhead<Result> {
  const begun = new Map<string, Promise<Result | undefined>>()
  return {
    begin(id, work) {
      if (!begun.has(id))
        begun.set(
          id,
          outsideStep(work).catch(() => undefined),
        )
    },
    async take(id) {
      const result = begun.get(id)
      begun.delete(id)
      return await result
    },
  }
}
