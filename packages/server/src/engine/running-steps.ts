import { setTimeout as delay } from 'node:timers/promises'

/** The steps that run in this process: side by side, but for one that runs alone. */
export interface RunningSteps<Step> {
  /** Counts the step as running, after one that runs alone. While the process ends, it never returns. */
  enter(step: Step): Promise<void>
  leave(step: Step): void
  /** As `enter`, but waits until all others have left, for at most so long, and keeps new ones out until disposed of. */
  enterAlone(step: Step, atMostMs: number): Promise<AloneStep>
  /** Lets no further step in, and waits for those inside: true if all have left in time. */
  drain(timeoutMs: number): Promise<boolean>
}

export interface AloneStep extends Disposable {
  /** False when the others did not leave in time. */
  isAlone: boolean
}

export function createRunningSteps<Step>(): RunningSteps<Step> {
  const inside = new Set<Step>()
  let alone: (PromiseWithResolvers<void> & { step: Step }) | undefined
  let draining = false
  let onEmpty = () => {}

  async function reserve(step: Step): Promise<PromiseWithResolvers<void>> {
    while (alone) await alone.promise
    alone = { ...Promise.withResolvers<void>(), step }
    return alone
  }

  function waitUntilEmpty(atMostMs: number): Promise<boolean> {
    if (inside.size === 0) return Promise.resolve(true)
    const timer = new AbortController()
    const empty = new Promise<boolean>((resolve) => {
      const before = onEmpty
      onEmpty = () => {
        before()
        resolve(true)
      }
    })
    const late = delay(atMostMs, false, { signal: timer.signal }).catch(() => false)
    return Promise.race([empty, late]).finally(() => timer.abort())
  }

  function leave(step: Step): void {
    inside.delete(step)
    if (inside.size > 0) return
    onEmpty()
    onEmpty = () => {}
  }

  async function expectOpen(): Promise<void> {
    // The workflow stops here until the process ends.
    if (draining) await new Promise(() => {})
  }

  return {
    async enter(step) {
      while (alone && alone.step !== step) await alone.promise
      await expectOpen()
      inside.add(step)
    },
    leave,
    async enterAlone(step, atMostMs) {
      const reserved = await reserve(step)
      const isAlone = await waitUntilEmpty(atMostMs)
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
  }
}
