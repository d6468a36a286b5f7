import { takeoverConnections } from '../engine/take-over.ts'

export interface ConnectionShares {
  /** All that a worker opens, one of them to show that it lives and some to take over the work of a dead one. */
  process: number
  engine: number
  /** Of our own statements. */
  database: number
}

const liveness = 1
const mostOfEngine = 10

/** Divides the connections that a worker may open, so that all its parts together never open more. */
export function divideConnections(process: number): ConnectionShares {
  const left = process - liveness - takeoverConnections
  const engine = Math.min(mostOfEngine, Math.max(2, Math.round(left / 3)))
  return { process, engine, database: left - engine }
}
