import type pg from 'pg'

/** Every row of every table, the engine's too, as text. */
export async function dumpTables(database: pg.Pool): Promise<string> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string }>(`select row::text as text from ${name} as row`)
    texts.push(`${name}: ${rows.length}`, ...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
