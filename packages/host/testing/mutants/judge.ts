/**
 * `node --conditions=bindery-source judge.ts FIRST COUNT`, as a process of its own, so that a crash, a hang and the
 * memory can be seen from outside. Tells of each mutant when it begins, without a verdict, and when it is judged.
 */
import { openCourt, type Verdict } from './open-court.ts'

interface Told {
  number: number
  mutation?: string
  verdict?: Verdict
}

const tell = (told: Told) => {
  process.send?.({ ...told, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) })
}
const [first = 0, count = 0] = process.argv.slice(2).map(Number)
await using court = await openCourt()
for (let number = first; number < first + count; number++) {
  tell({ number })
  tell({ number, ...(await court.judge(number)) })
}
process.disconnect?.()
