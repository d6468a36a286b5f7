import type { Sample } from '../../support/sample.ts'
import { bombs } from './bombs.ts'
import { fetches } from './fetches.ts'
import type { Injection } from './injection.ts'
import { pullRequests } from './pull-requests.ts'
import { reads } from './reads.ts'
import { secrets } from './secrets.ts'
import { writes } from './writes.ts'

const classes: readonly (readonly Injection[])[] = [reads, writes, secrets, fetches, pullRequests, bombs]

/** How many are promised: `ci` with every change, `full` before a release. */
const promised: Record<string, number> = { ci: 20, full: 50 }

export function listInjections(size: string, sample: Sample): readonly Injection[] {
  const least = promised[size]
  if (least === undefined) throw new Error(`There is no size ${size}. Choose of ${Object.keys(promised)}.`)
  const chosen = classes.map((all) => all.filter(({ isSmall }) => size === 'full' || isSmall))
  const count = chosen.flat().length
  if (count < least) throw new Error(`Only ${count} of the promised ${least} injections are left.`)
  return chosen.flatMap((attacks) => sample(attacks))
}
