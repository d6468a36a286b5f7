import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { addAdminCommands, type OpenedDeps } from '../admin/add-admin-commands.ts'
import { readConfig, readDatabaseUrl } from '../config/config.ts'
import { checkSchema } from '../db/check-schema.ts'
import { createDatabase } from '../db/create-database.ts'
import { migrate } from '../db/migrate.ts'

interface Terminal {
  readInput(): Promise<string>
  print(text: string): void
}

const ownTerminal: Terminal = { readInput: () => text(process.stdin), print: console.log }

/** All that `bindery-server` does. Another terminal than the process's own lets many commands run in one process. */
export function createProgram({ readInput, print }: Terminal = ownTerminal): Command {
  const program = new Command('bindery-server').description('the Bindery service')
  // Each role loads what it needs when it is chosen: the worker's renderer and engine would triple the start of `admin`.
  program
    .command('api')
    .description('answer HTTP requests')
    .action(async () => {
      const { runApi } = await import('./run-api.ts')
      await runApi(readConfig(process.env))
    })
  program
    .command('worker')
    .description('run exports')
    .action(async () => {
      const { runWorker } = await import('./run-worker.ts')
      await runWorker(readConfig(process.env))
    })
  program
    .command('migrate')
    .description('bring the database to this release')
    .action(() => runMigrate(print))
  addAdminCommands(program, () => openAdmin(readInput), print)
  return program
}

async function runMigrate(print: Terminal['print']): Promise<void> {
  const { migrateEngine } = await import('../engine/migrate-engine.ts')
  const databaseUrl = readDatabaseUrl(process.env)
  const applied = await migrate(databaseUrl)
  await migrateEngine(databaseUrl)
  print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
}

async function openAdmin(readInput: Terminal['readInput']): Promise<OpenedDeps> {
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
    models: config.model?.names ?? [],
    prices: config.prices,
    gitPolicy: config.git,
    credentialKeys: config.credentials,
    domains: config.domains,
    reach: { policy: config.git, caFile: config.network.caFile, proxyUrl: config.network.httpsProxy },
    readInput,
    [Symbol.asyncDispose]: () => database.close(),
  }
}
