import type { CheckedUrl } from './check-repository-url.ts'

export interface ProxySettings {
  proxyUrl?: string | undefined
  /** Hosts that are reached without it, separated by commas, as the S3 client reads them too. */
  noProxy?: string | undefined
}

/** The proxy that a request to this host goes through; `undefined` where it goes there itself. */
export function chooseProxy(
  { host, port }: Pick<CheckedUrl, 'host' | 'port'>,
  { proxyUrl, noProxy = '' }: ProxySettings,
): string | undefined {
  const name = host.toLowerCase()
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase())
  return entries.some((entry) => names(entry, name, port)) ? undefined : proxyUrl
}

/** `*`, `host`, `host:port`, `.domain` or `*.domain` for all hosts below it, `10.0.0.5`, `[fd00::5]:443`. */
function names(entry: string, host: string, port: number): boolean {
  if (entry === '') return false
  if (entry === '*') return true
  if (entry.startsWith('.') || entry.startsWith('*.')) return host.endsWith(entry.replace(/^\*/, ''))
  const written = host.includes(':') ? `[${host}]` : host
  return entry === host || entry === written || entry === `${written}:${port}`
}
