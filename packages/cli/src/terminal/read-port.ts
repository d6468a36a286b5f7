import { UsageError } from '../errors.ts'

export function readPort(value: string): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`--port ${value} cannot be. Give a whole number from 0 to 65535; 0 takes any free one.`)
}
