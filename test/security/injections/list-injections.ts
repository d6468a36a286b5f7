import type { Sample } from '../../support/sample.ts'
import type { Size } from '../corpus.ts'
import { bombs } from './bombs.ts'
import { fetches } from './fetches.ts'
import type { Injection } from './injection.ts'
import { pullRequests } from './pull-requests.ts'
import { reads } from './reads.ts'
import { secrets } from './secrets.ts'
import { writes } from './writes.ts'

const classes: readonly (readonly Injection[])[] = [reads, writes, secrets, fetches, pullRequests, bombs]

/** How many are promised: `gate` with each change, `full` before a release. */
const promised: Record<Size, number> = { gate: 20, full: 50 }

export function listInjections(size: Size, sample: Sample): readonly Injection[] {
  const least = promised[size]
  const chosen = classes.map((all) => all.filter(({ isSmall }) => size === 'full' || isSmall))
  const count = chosen.flat().length
  if (count < least) throw new Error(`Only ${count} of the promised ${least} injections are left.`)
  return chosen.flatMap((attacks) => sample(attacks))
}
