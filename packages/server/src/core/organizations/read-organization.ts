import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { OperatorError } from '../operator-error.ts'

export async function readOrganization(db: Kysely<Tables>, id: string): Promise<Selectable<Tables['organization']>> {
  return db
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () => new OperatorError(`There is no organization ${id}. \`admin organization list\` names them all.`),
    )
}

/** Error of the jobs of a suspended organization: they end instead of waiting. Undefined while it is not suspended. */
export async function findSuspension(db: Kysely<Tables>, id: string): Promise<string | undefined> {
  const { name, suspended_at } = await readOrganization(db, id)
  if (suspended_at === null) return undefined
  return `The organization ${name} is suspended, so its jobs do not run. Ask the operator to lift the suspension, then start the job again.`
}
