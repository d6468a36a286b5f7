// Authorization failed, no such database, and a certificate or an address that Postgres does not let in.
const refused = /^(28...|3D000)$/

/** What Postgres said when it let us in with neither this user and password nor to this database; undefined for other errors. */
export function explainDatabaseRefusal(error: Error): string | undefined {
  if (error.message.startsWith('SASL:')) return 'Postgres asks for a password, and DATABASE_URL has none that fits.'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !refused.test(code)) return undefined
  return `Postgres refused the connection: ${error.message}. Check user, password and database name in DATABASE_URL.`
}
