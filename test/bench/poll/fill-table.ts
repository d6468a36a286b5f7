import pg from 'pg'

/** Ended exports in many states and sizes, spread over the organization's domains: what a table looks like after years. */
export async function fillTable(databaseUrl: string, organizationId: string, projectId: string, rows: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into export (id, organization_id, project_id, domain, status, progress, page_count, total_pages,
         pages_rendered, version, commit, bundle_key, bundle_sha256, bundle_bytes, created_at)
       select 'se_' || lpad(to_hex(n), 16, '0'), $1, $2, 'docs' || n % 100 || '.example.com', 'completed', 100,
         n % 5000, n % 5000, n % 5000, 'v' || n, md5(n::text) || md5(n::text), 'key/' || n, md5(n::text), n,
         now() - n * interval '30 seconds'
       from generate_series(1, $3::int) n`,
      [organizationId, projectId, rows],
    )
    await client.query('vacuum analyze export')
  } finally {
    await client.end()
  }
}

export function idOfRow(n: number): string {
  return `se_${n.toString(16).padStart(16, '0')}`
}
