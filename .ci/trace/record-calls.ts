/**
 * Preloaded with `--import`: each function of the built packages that runs for the first time is written down, one line
 * each, in TRACE_FOLDER. SIGUSR2 begins anew.
 */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markFunctions } from './mark-functions.ts'

const file = join(process.env.TRACE_FOLDER ?? '.', `${process.pid}.calls`)
const seen = new Set<string>()
const built = /\/packages\/[a-z]+\/dist\/.*\.js$/

Object.assign(globalThis, {
  binderyCalled(call: string) {
    if (seen.has(call)) return
    seen.add(call)
    appendFileSync(file, `${performance.timeOrigin + performance.now()} ${call}\n`)
  },
})
process.on('SIGUSR2', () => seen.clear())

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!built.test(url) || loaded.source == null) return loaded
    const path = fileURLToPath(url)
    const name = path.slice(path.lastIndexOf('/packages/') + 1).replace('/dist/', '/src/')
    return { ...loaded, source: markFunctions(name, loaded.source.toString()) }
  },
})
