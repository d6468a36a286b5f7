import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

// Loaded into a host before its own code: while a file exists, it goes no further where it lets others have their turn
// between the links of a new version. So a test can be sure of what happens before they are all there.
const gate = process.env.HOLD_LINKS_WHILE ?? ''
const { setImmediate, setTimeout } = timers

timers.setImmediate = async (value, options) => {
  while (existsSync(gate)) await setTimeout(10)
  return setImmediate(value, options)
}
syncBuiltinESMExports()
