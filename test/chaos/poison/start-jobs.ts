import type { Site } from '../export-world.ts'
import { type StartedExport, startOne } from '../exports.ts'
import { followExports } from '../follow-exports.ts'
import { type HostileSite, hostileSites } from './hostile-sites.ts'
import type { Organization } from './make-organizations.ts'

export interface HostileJob extends StartedExport {
  site: HostileSite
}

/** One kind after the other, each round begun by the other organization. */
export function startHostile(url: string, organizations: Organization[], count: number): Promise<HostileJob[]> {
  return startMany(count, async (n) => {
    const kind = n % hostileSites.length
    const organization = pick(organizations, n + Math.floor(n / hostileSites.length))
    const started = await startOne(url, organization, organization.sites[kind] as Site, n, 'poison')
    return { ...started, site: pick(hostileSites, kind) }
  })
}

/** The same exports in each round: one organization after the other, then one site after the other. */
export function startOrdinary(url: string, organizations: Organization[], count: number, round: string) {
  return startMany(count, (n) => {
    const organization = pick(organizations, n)
    const site = pick(organization.sites, Math.floor(n / organizations.length))
    return startOne(url, organization, site, `${round}-${n}`)
  })
}

export async function timeOrdinary(url: string, organizations: Organization[], count: number, round: string) {
  const began = performance.now()
  const started = await startOrdinary(url, organizations, count, round)
  const ended = await followExports(url, started)
  return { started, ended, seconds: (performance.now() - began) / 1_000 }
}

function startMany<Started>(count: number, start: (n: number) => Promise<Started>): Promise<Started[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => start(n)))
}

function pick<Item>(items: Item[], n: number): Item {
  return items[n % items.length] as Item
}
