import { availableParallelism } from 'node:os'
import { UsageError } from '../errors.ts'

/** Every core, unless told otherwise. */
export function processCount(flag: string | undefined): number {
  return flag === undefined ? availableParallelism() : readCount('--processes', flag)
}

export function readCount(name: string, value: string, most = 256): number {
  const count = Number(value)
  if (Number.isInteger(count) && count > 0 && count <= most) return count
  throw new UsageError(`${name} ${value} cannot be. Give a whole number from 1 to ${most}.`)
}
