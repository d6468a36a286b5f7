import { domainToASCII } from 'node:url'

/**
 * The one spelling of a domain name: ASCII in lower case, without a port and without the dot at the end that DNS allows.
 * Empty for text that is not a name. The result is safe as the name of a folder.
 */
export function normalizeDomain(text: string): string {
  const name = text.replace(/:\d{1,5}$/, '')
  // Never for ASCII: it decodes `%2e`, cuts `a/b` to `a`, and refuses names that the service has, such as `docs.2026`.
  const ascii = /^[\w.-]*\P{ASCII}[\w.\-\P{ASCII}]*$/u.test(name) ? domainToASCII(name) : name.toLowerCase()
  const bare = ascii.replace(/\.$/, '')
  return /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(bare) ? bare : ''
}
