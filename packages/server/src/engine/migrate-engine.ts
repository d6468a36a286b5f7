import { DBOS } from '@dbos-inc/dbos-sdk'

/** Makes or updates the engine's own tables, in the schema `dbos` of our database. */
export async function migrateEngine(databaseUrl: string): Promise<void> {
  await DBOS.migrate(databaseUrl)
}
