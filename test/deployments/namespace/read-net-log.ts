import { readFile } from 'node:fs/promises'

export interface AskedHosts {
  byPages: string[]
  byBrowser: string[]
}

interface NetLog {
  constants: { logEventTypes: Record<string, number> }
  events: { type: number; params?: { host?: string; network_anonymization_key?: string } }[]
}

/** Whoever wants to connect asks for a name or address first, and Chromium writes down for which site; for itself, none. */
export async function readNetLog(file: string): Promise<AskedHosts> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog
  const asked: AskedHosts = { byPages: [], byBrowser: [] }
  for (const { type, params } of events) {
    if (type !== constants.logEventTypes.HOST_RESOLVER_MANAGER_REQUEST || params?.host === undefined) continue
    const host = params.host.replace(/^\w+:\/\//, '').replace(/:\d+$/, '')
    if (host === '127.0.0.1') continue
    asked[params.network_anonymization_key === 'null' ? 'byBrowser' : 'byPages'].push(host)
  }
  return asked
}
