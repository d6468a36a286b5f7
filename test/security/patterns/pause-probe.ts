import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

// Loaded into a process of the product before its own code. A timer fires once in a turn of the event loop: what the
// thread had of the processor between two firings is a few milliseconds, and the longest turn between them. Other
// programs that keep the machine busy do not count.
const EVERY_MS = 5
const WORTH_NOTING_MS = 20

const folder = process.env.PAUSE_FOLDER
if (folder) {
  const file = join(folder, String(process.pid))
  let before = readThreadMs()
  setInterval(() => {
    const now = readThreadMs()
    if (now - before > WORTH_NOTING_MS) appendFileSync(file, `${(now - before).toFixed(1)}\n`)
    before = now
  }, EVERY_MS).unref()
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
