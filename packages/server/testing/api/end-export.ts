import type pg from 'pg'

/** Ends an export as a worker would have. */
export async function completeExport(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update export set status = 'completed', progress = 100, bundle_key = 'org/x/export/y/bundle.tar.gz',
     bundle_sha256 = repeat('a', 64), bundle_bytes = 5000000000 where id = $1`,
    [id],
  )
}

export async function failExport(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`update export set status = 'failed', error_code = 'page_failed', error = 'No.' where id = $1`, [id])
}
