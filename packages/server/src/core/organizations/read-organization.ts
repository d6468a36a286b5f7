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
