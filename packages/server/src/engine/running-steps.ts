import { setTimeout as delay } from 'node:timers/promises'

/** Steps that run in this process: concurrently, except for one that runs alone. */
export interface RunningSteps<Step> {
  /** Waits for a step that runs alone, then counts this one as running. Blocks once the process drains. */
  enter(step: Step): Promise<void>
  leave(step: Step): void
  /** Waits until all others have left, at most `timeoutMs`, and keeps new ones out until disposed. */
  enterAlone(step: Step, timeoutMs: number): Promise<AloneStep>
  /** Lets no further step in, and returns true if all running ones leave in time. */
  drain(timeoutMs: number): Promise<boolean>
  /** Rejects what `enter` blocks after `drain`. */
  abandon(reason: Error): void
}

export interface AloneStep extends Disposable {
  /** False if others did not leave in time. */
  isAlone: boolean
}

export function createRunningSteps<Step>(): RunningSteps<Step> {
  const inside = new Set<Step>()
  let alone: (PromiseWithResolvers<void> & { step: Step }) | undefined
  let draining = false
  let onEmpty = () => {}
  const abandoned = Promise.withResolvers<never>()
  abandoned.promise.catch(() => {})

  async function reserve(step: Step): Promise<PromiseWithResolvers<void>> {
    while (alone) await alone.promise
    alone = { ...Promise.withResolvers<void>(), step }
    return alone
  }

  function waitUntilEmpty(timeoutMs: number): Promise<boolean> {
    if (inside.size === 0) return Promise.resolve(true)
    const timer = new AbortController()
    const empty = new Promise<boolean>((resolve) => {
      const before = onEmpty
      onEmpty = () => {
        before()
        resolve(true)
      }
    })
    const late = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false)
    return Promise.race([empty, late]).finally(() => timer.abort())
  }

  function leave(step: Step): void {
    inside.delete(step)
    if (inside.size > 0) return
    onEmpty()
    onEmpty = () => {}
  }

  async function expectOpen(): Promise<void> {
    if (draining) await abandoned.promise
  }

  return {
    async enter(step) {
      while (alone && alone.step !== step) await alone.promise
      await expectOpen()
      inside.add(step)
    },
    leave,
    async enterAlone(step, timeoutMs) {
      const reserved = await reserve(step)
      const isAlone = await waitUntilEmpty(timeoutMs)
      await expectOpen()
      inside.add(step)
      return {
        isAlone,
        [Symbol.dispose]() {
          alone = undefined
          reserved.resolve()
        },
      }
    },
    drain(timeoutMs) {
      draining = true
      return waitUntilEmpty(timeoutMs)
    },
    abandon: abandoned.reject,
  }
}
