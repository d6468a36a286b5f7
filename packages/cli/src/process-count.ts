import { availableParallelism } from 'node:os'
import { UsageError } from './explain-error.ts'

/** Every core, unless told otherwise. */
export function processCount(flag: string | undefined): number {
  if (flag === undefined) return availableParallelism()
  const count = Number(flag)
  if (Number.isInteger(count) && count > 0 && count <= 256) return count
  throw new UsageError(`--processes ${flag} is not a number of processes. Give a whole number from 1 to 256.`)
}
