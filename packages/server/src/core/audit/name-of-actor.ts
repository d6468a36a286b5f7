import { type RawBuilder, sql } from 'kysely'

/** The name of whoever a column names: a person's, a key's, or what stands there. Of one kind of id the other's rest is none. */
export function nameOfActor(column: string): RawBuilder<string | null> {
  const of = sql.ref(column)
  return sql<string | null>`coalesce((select name from person where person.id = substr(${of}, 8)),
    (select name from api_key where api_key.id = substr(${of}, 5)), ${of})`
}
