import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

// Loaded into a host before its own code: while a file exists, the host stops where it yields between the links of a new
// version, so that a test can act before all files are linked.
const gate = process.env.HOLD_LINKS_WHILE ?? ''
const { setImmediate, setTimeout } = timers

timers.setImmediate = async (value, options) => {
  while (existsSync(gate)) await setTimeout(10)
  return setImmediate(value, options)
}
syncBuiltinESMExports()
