/** The yardstick: bare node:http, one prepared query a request, as many connections as the service has. */
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.CONNECTIONS) })
const text = `select id, domain, status, progress, page_count, total_pages, pages_rendered, pages_reused, version,
  commit, created_at, updated_at, error, error_code, warnings from export where id = $1`

createServer(async (request, response) => {
  const id = request.url?.slice(request.url.lastIndexOf('/') + 1)
  const { rows } = await pool.query({ name: 'read', text, values: [id] })
  const body = JSON.stringify(rows[0])
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
