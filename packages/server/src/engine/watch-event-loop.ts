import { Worker } from 'node:worker_threads'

const beatMs = 500

/**
 * Runs in a thread of its own: looks whether the main thread still counts, and ends the process when it has not for too
 * long. Of its own time it counts no look as longer than two: a process that was stopped, or a machine that gave it no
 * time, has slept as a whole, and the main thread has not had its chance yet.
 */
const script = `
  const { workerData: { counter, beatMs, stallMs } } = require('node:worker_threads')
  let [last, still, before] = [Atomics.load(counter, 0), 0, Date.now()]
  setInterval(() => {
    const [now, count] = [Date.now(), Atomics.load(counter, 0)]
    still = count === last ? still + Math.min(now - before, 2 * beatMs) : 0
    before = now
    last = count
    if (still >= stallMs) process.kill(process.pid, 'SIGKILL')
  }, beatMs)`

/**
 * Ends this process when its event loop stands still. It could neither work nor notice that it should end, and would
 * hold the lock that says to other workers that it lives: Postgres frees that with the process.
 */
export function watchEventLoop(stallMs: number): Disposable {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const beat = setInterval(() => Atomics.add(counter, 0, 1), beatMs).unref()
  const thread = new Worker(script, { eval: true, workerData: { counter, beatMs, stallMs } })
  thread.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(beat)
      void thread.terminate()
    },
  }
}
