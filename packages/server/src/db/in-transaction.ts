import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'

interface Mark {
  isOpen: boolean
}

const marks = new AsyncLocalStorage<Mark>()

/**
 * Marks whatever runs inside of a transaction of this database, until the transaction has ended. Kysely makes a
 * transaction nowhere else than in `transaction().execute`.
 */
export function markTransactions<Database>(db: Kysely<Database>): Kysely<Database> {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const mark = { isOpen: true }
      try {
        return await execute((trx) => marks.run(mark, () => work(trx)))
      } finally {
        mark.isOpen = false
      }
    }
    return builder
  }
  return db
}

/**
 * A transaction holds rows and a connection, so none may wait for anything but the database: one slow answer from
 * outside would make everybody wait who needs the same rows.
 */
export function expectNoTransaction(what: string): void {
  if (marks.getStore()?.isOpen) throw new Error(`${what} inside an open transaction. Do it before or after.`)
}
