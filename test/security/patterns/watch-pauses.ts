import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that many share, and an address that it answers at once. */
export interface SharedProcess {
  name: string
  pid: number
  url: string
}

export interface Pause {
  process: string
  ms: number
}

export interface PauseWatch extends AsyncDisposable {
  /** The longest pause of any process since it was last asked. */
  takeLongest(): Promise<Pause>
}

const REST_MS = 5
/** An answer takes a process several turns; of more askers, one is answered in almost each of them. */
const ASKERS = 3
/** What does not answer for so long never will. */
const GIVEN_UP_MS = 120_000

/**
 * Asks each process again and again. Between two answers its main thread did other work: the processor's time that it
 * took for that is the pause, whatever else the machine was busy with.
 */
export function watchPauses(processes: readonly SharedProcess[]): PauseWatch {
  const stop = new AbortController()
  const agent = new Agent({ keepAlive: true })
  let longest: Pause = { process: '', ms: 0 }
  const note = (pause: Pause) => {
    if (pause.ms > longest.ms) longest = pause
  }
  const watch = async ({ name, pid, url }: SharedProcess) => {
    let before = readThreadMs(pid)
    const askAgain = async () => {
      while (!stop.signal.aborted) {
        await ask(url, agent)
        const now = readThreadMs(pid)
        note({ process: name, ms: now - before })
        before = now
        await sleep(REST_MS)
      }
    }
    await Promise.all(Array.from({ length: ASKERS }, askAgain))
  }
  const watching = Promise.allSettled(processes.map(watch))
  return {
    async takeLongest() {
      // Whatever is still going on shows in the next answer.
      for (const { url } of processes) await ask(url, undefined)
      await sleep(4 * REST_MS)
      const taken = longest
      longest = { process: '', ms: 0 }
      return taken
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await watching
      agent.destroy()
    },
  }
}

/** Resolves with an answer, and with none: a connection that is closed is no pause, and who died is found dead later. */
function ask(url: string, agent: Agent | undefined): Promise<void> {
  return new Promise((resolve) => {
    const request = get(url, { agent, timeout: GIVEN_UP_MS }, (response) => response.resume().once('end', resolve))
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve())
  })
}

/** What the main thread has had of the processor; Linux counts it in nanoseconds. */
function readThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
