/** What the database announces a change of a domain's current export by, to whoever waits for it. */
export function domainChannel(organizationId: string, domain: string): string {
  return `domain:${organizationId}:${domain}`
}
