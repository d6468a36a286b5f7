/**
 * The operator's own hosts as origins, `https://git.example.com:443`. An entry is `host`, `host:port`, or
 * `http://host:port` for plain http; it opens exactly that scheme, host and port.
 */
export function parseAllowedHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map(parseEntry))
}

export function originOf(url: URL): string {
  const defaultPort = url.protocol === 'http:' ? '80' : '443'
  return `${url.protocol}//${url.hostname}:${url.port || defaultPort}`
}

function parseEntry(entry: string): string {
  const text = entry.includes('://') ? entry : `https://${entry}`
  const url = URL.parse(text)
  // Only scheme, host and port: a path, a user or a wildcard would promise more than is checked.
  if (!url || !/^https?:\/\/[\w.:[\]-]+\/$/.test(url.href)) {
    throw new Error(
      `The allowed git host "${entry}" is not understood. Write it as git.example.com, git.example.com:8443 or http://127.0.0.1:8419.`,
    )
  }
  return originOf(url)
}
