import type { Log } from './log.ts'

// Supervisors kill after 30 s; ending by ourselves before that keeps the exit code ours.
const lastResortMs = 29_000

/** Ends the process in order on SIGTERM or SIGINT: exit 0 when all was put down, 1 when it took too long or failed. */
export function onTermination(log: Log, putDown: () => Promise<void>): void {
  let ending = false
  const end = async (signal: string) => {
    if (ending) return
    ending = true
    log.info({ signal }, 'ending')
    setTimeout(() => process.exit(1), lastResortMs).unref()
    try {
      await putDown()
      log.info('ended')
      process.exit(0)
    } catch (err) {
      log.error({ err }, 'ending failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
