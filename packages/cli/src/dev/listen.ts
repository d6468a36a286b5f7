import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '../errors.ts'

const firstPort = 3000
const lastPort = 3099

/** Listens on this machine alone: at the port asked for, else at the first free one from 3000 on. */
export async function listen(server: Server, port?: number): Promise<string> {
  const ports = port === undefined ? range(firstPort, lastPort) : [port]
  for (const candidate of ports) {
    if (!(await tryPort(server, candidate))) continue
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const taken = port === undefined ? `The ports ${firstPort} to ${lastPort} are` : `Port ${port} is`
  throw new UsageError(`${taken} taken or not allowed. Name another one with --port.`)
}

async function tryPort(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE' || code === 'EACCES') return false
    throw error
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
