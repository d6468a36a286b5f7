import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'

/** Where it can be asked from this machine. */
export async function listen(server: Server, { host, port }: Address): Promise<string> {
  try {
    server.listen({ port, ...(host === '' ? {} : { host }) })
    await once(server, 'listening')
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : cause
    const message = `The host cannot listen at ${host}:${port} (${reason}). Name another address.`
    throw new HostError('configuration_invalid', message, { cause })
  }
  const { port: taken } = server.address() as AddressInfo
  return `http://${host === '' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${taken}`
}
