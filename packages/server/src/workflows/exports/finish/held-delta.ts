import {
  type DeltaSummary,
  type Difference,
  diffFiles,
  type MemberReader,
  type Written,
  writeKnownDelta,
} from '@bindery/bundle'
import type { HeldObjects } from '../chunks/held-objects.ts'
import { listOwnFiles } from './held-difference.ts'

/**
 * The delta of two sites, by the keys of their heads, out of what this process holds of them: packs that both have are not
 * looked at. Undefined where it does not hold all that is needed.
 */
export async function writeHeldDelta(
  { heads, indexes }: HeldObjects,
  ends: { from: string; to: string },
  members: MemberReader,
  onDifference: (difference: Difference) => void,
): Promise<Written<DeltaSummary> | undefined> {
  const [before, after] = [heads.find(ends.from), heads.find(ends.to)]
  if (!before || !after) return undefined
  const gone = listOwnFiles(before, after, indexes)
  const come = listOwnFiles(after, before, indexes)
  if (!gone || !come) return undefined
  const difference = await diffFiles(gone, come)
  onDifference(difference)
  const { site, signature, manifestSha256: to } = after
  return writeKnownDelta({ from: before.manifestSha256, to, site, signature }, difference, members)
}
