import { freePort } from '../../../deploy/local/free-port.ts'
import { ask } from './ask.ts'
import type { Mount, Server } from './server.ts'

/** A mount, and where a server listens for it. */
export interface Placed extends Mount {
  port: number
}

/** All at once, so that none is handed out twice. */
export async function takePorts(mounts: Mount[]): Promise<Placed[]> {
  return Promise.all(mounts.map(async (mount) => ({ ...mount, port: await freePort() })))
}

export function askAt(placed: Placed[]): Server['ask'] {
  return ({ folder, base }, address) => {
    const place = placed.find((one) => one.folder === folder && one.base === base)
    return ask(place?.port ?? 0, `${base}${address}`)
  }
}
