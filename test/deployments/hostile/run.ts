import { parseArgs } from 'node:util'
import { throwAtHosts } from './throw-at-hosts.ts'
import { watchJudge } from './watch-judge.ts'

// As many as a minute has time for, beside those that are hostile by design.
const mutantsForHosts = 50

/**
 * `--only hostile [--mutated 2000]`: archives that are made to do harm, and mutants of good ones. The hostile ones and
 * the first mutants go to running hosts; all mutants are taken as a host takes them, without a host around.
 */
export async function run(args: string[]) {
  const { values } = parseArgs({ args, strict: false, options: { mutated: { type: 'string', default: '2000' } } })
  const hosts = await throwAtHosts(mutantsForHosts)
  console.log(`running hosts: ${hosts.thrown} archives, ${hosts.refused} refused, ${hosts.peakMegabytes} MB at most`)
  const mutants = await watchJudge(Number(values.mutated))
  const refused = Object.values(mutants.refused).reduce((sum, count) => sum + count, 0)
  console.log(
    `mutants: ${mutants.judged} judged, ${refused} refused for ${Object.keys(mutants.refused).length} reasons, ` +
      `${mutants.accepted} harmless, ${mutants.peakMegabytes} MB at most`,
  )
  const faults = [...hosts.faults, ...mutants.faults]
  for (const fault of faults) console.log(`      ${fault}`)
  const summary = {
    thrownAtHosts: hosts.thrown,
    refusedByHosts: hosts.refused,
    mutants: mutants.judged,
    refused,
    harmless: mutants.accepted,
    faults: faults.length,
    peakMegabytes: Math.max(hosts.peakMegabytes, mutants.peakMegabytes),
  }
  return { summary, failed: faults.length }
}
