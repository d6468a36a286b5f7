import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../packages/host/testing/mutants/judge.ts', import.meta.url))

// One mutant takes some 5 ms; whatever takes so long is taken for a hang, on however busy a machine.
const patienceMs = 30_000
const mostFaults = 20

export interface Judgement {
  judged: number
  accepted: number
  /** By the code of the refusal. */
  refused: Record<string, number>
  faults: string[]
  peakMegabytes: number
}

/** What the judge says: without a verdict when a mutant begins, with one when it is done. */
interface Told {
  number: number
  mutation?: string
  verdict?: { kind: 'refused'; code: string } | { kind: 'accepted' } | { kind: 'fault'; what: string }
  peakMegabytes: number
}

/** Has mutants judged in a process of their own; if one takes it down, another process goes on behind it. */
export async function watchJudge(count: number): Promise<Judgement> {
  const found: Judgement = { judged: 0, accepted: 0, refused: {}, faults: [], peakMegabytes: 0 }
  for (let next = 0; next < count && found.faults.length < mostFaults; ) {
    next = (await watchProcess(next, count - next, found)) + 1
  }
  return found
}

/** Returns the number of the mutant that it had come to when it ended. */
async function watchProcess(first: number, count: number, found: Judgement): Promise<number> {
  const child = fork(script, [String(first), String(count)], { execArgv: ['--conditions=bindery-source'] })
  let last: Told = { number: first, peakMegabytes: 0 }
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  child.on('message', (told: Told) => {
    timer.refresh()
    last = told
    note(told, found)
  })
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  const isDone = code === 0 && last.verdict !== undefined
  if (!isDone) found.faults.push(`mutant ${last.number}: the process hung or ended with ${signal ?? code}`)
  return last.number
}

function note({ number, mutation, verdict, peakMegabytes }: Told, found: Judgement): void {
  found.peakMegabytes = Math.max(found.peakMegabytes, peakMegabytes)
  if (!verdict) return
  found.judged++
  if (verdict.kind === 'accepted') found.accepted++
  if (verdict.kind === 'refused') found.refused[verdict.code] = (found.refused[verdict.code] ?? 0) + 1
  if (verdict.kind === 'fault') found.faults.push(`mutant ${number} (${mutation}): ${verdict.what}`)
  if (found.judged % 10_000 === 0) console.log(`${found.judged} mutants judged, ${found.faults.length} faults`)
}
