import { takeoverConnections } from './take-over.ts'

export interface ConnectionShares {
  /** Total, including the liveness connection and those of a takeover. */
  process: number
  engine: number
  /** For the statements of Bindery itself. */
  database: number
}

const liveness = 1
const maxOfEngine = 10

/** Divides the connections of a worker among its parts. */
export function divideConnections(process: number): ConnectionShares {
  const left = process - liveness - takeoverConnections
  const engine = Math.min(maxOfEngine, Math.max(2, Math.round(left / 3)))
  return { process, engine, database: left - engine }
}
