#!/usr/bin/env node
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { addAdminCommands, type OpenedDeps } from './admin/add-admin-commands.ts'
import { ConfigError, readConfig, readDatabaseUrl } from './config/config.ts'
import { AppError } from './core/app-error.ts'
import { OperatorError } from './core/operator-error.ts'
import { checkSchema } from './db/check-schema.ts'
import { createDatabase } from './db/create-database.ts'
import { explainDatabaseRefusal } from './db/explain-refusal.ts'
import { isDatabaseUnavailable } from './db/is-database-unavailable.ts'
import { migrate, SchemaError } from './db/migrate.ts'
import { scrub } from './ops/log.ts'
import { GitError } from './outbound/git-error.ts'
import { StorageError } from './storage/storage-error.ts'

// Each role loads what it needs when it is chosen: the worker's renderer and engine would triple the start of `admin`.
const program = new Command('bindery-server').description('the Bindery service')
program
  .command('api')
  .description('answer HTTP requests')
  .action(async () => {
    const { runApi } = await import('./roles/run-api.ts')
    await runApi(readConfig(process.env))
  })
program
  .command('worker')
  .description('run exports')
  .action(async () => {
    const { runWorker } = await import('./roles/run-worker.ts')
    await runWorker(readConfig(process.env))
  })
program.command('migrate').description('bring the database to this release').action(runMigrate)
addAdminCommands(program, openAdmin)

try {
  await program.parseAsync()
} catch (error) {
  console.error(scrub(`error: ${explain(error)}`))
  process.exit(1)
}

async function runMigrate(): Promise<void> {
  const { migrateEngine } = await import('./engine/migrate-engine.ts')
  const databaseUrl = readDatabaseUrl(process.env)
  const applied = await migrate(databaseUrl)
  await migrateEngine(databaseUrl)
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
}

async function openAdmin(): Promise<OpenedDeps> {
  const config = readConfig(process.env)
  const database = createDatabase(config.databaseUrl, {
    connections: 2,
    applicationName: 'bindery-admin',
    // A person or a script waits for a busy database rather than start over.
    connectionTimeoutMs: 60_000,
  })
  await checkSchema(database.pool)
  return {
    db: database.db,
    limits: config.limits,
    gitPolicy: config.git,
    credentialKeys: config.credentials,
    domains: config.domains,
    reach: { policy: config.git, caFile: config.network.caFile, proxyUrl: config.network.httpsProxy },
    readInput: () => text(process.stdin),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/** A sentence where one was written for it; anything else is a fault of ours and shows where it happened. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseUnavailable(error)) {
    const reason = error.message || (error as NodeJS.ErrnoException).code
    return `The database cannot be reached (${reason}). Check DATABASE_URL and that Postgres runs.`
  }
  const refusal = explainDatabaseRefusal(error)
  if (refusal !== undefined) return refusal
  const kinds = [ConfigError, SchemaError, OperatorError, AppError, GitError, StorageError]
  return kinds.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
