import { mapAtOnce } from '../../support/map-at-once.ts'
import type { Address } from './choose-addresses.ts'
import { readLimits } from './name-difference.ts'
import type { Answer, Mount, Server } from './server.ts'

interface Comparison {
  host: Server
  servers: Server[]
  mounts: Mount[]
  /** By the folder of the site. */
  addresses: Map<string, Address[]>
}

interface Outcome {
  urls: number
  /** What a server cannot do, by its name, and how often it was met as it is told. */
  known: Record<string, number>
  differing: number
}

/** Asks everybody the same, and tells what is answered otherwise than by the host. */
export async function compareWithHost({ host, servers, mounts, addresses }: Comparison): Promise<Outcome> {
  const outcome: Outcome = { urls: 0, known: {}, differing: 0 }
  for (const mount of mounts) {
    const asked = [...(mount.base === '' ? [] : [pathItself]), ...(addresses.get(mount.folder) ?? [])]
    const right = await mapAtOnce(asked, 8, ({ path }) => host.ask(mount, path))
    outcome.urls += asked.length
    console.log(`${mount.site} at ${mount.base}/: ${asked.length} addresses, ${sayStatuses(right)}`)
    for (const server of servers) {
      const nameDifference = await readLimits(server, mount)
      const given = await mapAtOnce(asked, 8, ({ path }) => server.ask(mount, path))
      for (const [index, address] of asked.entries()) {
        const [wanted, got] = [right[index], given[index]]
        if (!wanted || !got || isSame(wanted, got, server)) continue
        const name = nameDifference(address, wanted, got)
        if (name !== undefined) outcome.known[name] = (outcome.known[name] ?? 0) + 1
        else {
          outcome.differing++
          const place = `${server.name} ${mount.base}${address.path} (${address.kind})`
          console.log(`  ${place}: ${tell(got)}; host ${tell(wanted)}`)
        }
      }
    }
  }
  return outcome
}

const pathItself: Address = { kind: 'the path itself', path: '' }

/** A redirect has no body to speak of, and no caching that we set. */
function isSame(wanted: Answer, got: Answer, { unsaid = [] }: Server): boolean {
  if (wanted.status !== got.status || wanted.location !== got.location) return false
  if (wanted.location !== undefined) return true
  const isSaid = (field: 'type' | 'caching' | 'sniffing') => unsaid.includes(field) || wanted[field] === got[field]
  const isFile = wanted.status !== 404
  return wanted.body === got.body && (!isFile || (isSaid('type') && isSaid('caching') && isSaid('sniffing')))
}

function tell({ status, location, type, caching, sniffing, body }: Answer): string {
  return [status, location ?? body, type, caching, sniffing].join(' ')
}

function sayStatuses(answers: Answer[]): string {
  const byStatus = Object.entries(Object.groupBy(answers, ({ status }) => status))
  return byStatus.map(([status, all = []]) => `${all.length} × ${status}`).join(', ')
}
