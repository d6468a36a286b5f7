import { type Client, PermissionError } from '@bindery/client'
import { printFacts, printJson } from '../terminal/print-table.ts'
import { fewAttempts, findService, openClient, type ServiceFlags } from './connect-service.ts'

/** `bindery status`: which service, which key, and what it finds there. */
export async function showStatus(flags: ServiceFlags): Promise<void> {
  const service = await findService(flags)
  const client = openClient(service, fewAttempts)
  const projects = await Array.fromAsync(client.projects.listAll())
  const domains = await Array.fromAsync(client.domains.listAll())
  const exports = await countExports(client)
  const { url, keyFrom } = service
  if (flags.json) return printJson({ url, keyFrom, projects: projects.length, domains: domains.length, exports })
  printFacts({
    Service: url,
    'API key': `from ${keyFrom}`,
    Projects: projects.length,
    Domains: domains.length,
    Exports: exports ? `${exports.running} running, ${exports.queued} queued` : 'not included in the plan',
  })
}

/** Null where the plan has no static export. At most a page of each is counted. */
async function countExports({ exports }: Client): Promise<{ running: number; queued: number } | null> {
  const count = async (status: 'running' | 'queued') => (await exports.list({ status, limit: 100 })).jobs.length
  try {
    return { running: await count('running'), queued: await count('queued') }
  } catch (error) {
    if (error instanceof PermissionError && error.code === 'plan_required') return null
    throw error
  }
}
