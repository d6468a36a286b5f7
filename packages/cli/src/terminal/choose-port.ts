import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from '../errors.ts'
import { readPort } from './read-port.ts'

// Apart from `bindery dev`, which begins at 3000, and from the API at 8080.
const firstPort = 4000
const lastPort = 4099

/** The port that was asked for, if it is free; else the first free one. */
export async function choosePort(asked: string | undefined): Promise<number> {
  if (asked !== undefined) {
    const port = readPort(asked)
    if (await isFree(port)) return port
    throw new UsageError(`Port ${port} is taken or not allowed. Choose another one with --port.`)
  }
  for (let port = firstPort; port <= lastPort; port++) if (await isFree(port)) return port
  throw new UsageError(`The ports ${firstPort} to ${lastPort} are taken. Choose another one with --port.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
