import { ConfigError } from '../config/config.ts'
import { AppError } from '../core/app-error.ts'
import { OperatorError } from '../core/operator-error.ts'
import { explainDatabaseRefusal } from '../db/explain-refusal.ts'
import { isDatabaseUnavailable } from '../db/is-database-unavailable.ts'
import { SchemaError } from '../db/migrate.ts'
import { scrub } from '../ops/log.ts'
import { GitError } from '../outbound/git-error.ts'
import { StorageError } from '../storage/storage-error.ts'

/** What a command says when it fails. */
export function explainError(error: unknown): string {
  return scrub(`error: ${explain(error)}`)
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
