import { readFileSync } from 'node:fs'

const services = new URL('../../../../.dev/services.env', import.meta.url)

/** A missing service fails a test with advice; it never skips one. */
export function findDatabaseUrl(): string {
  const url = process.env.DATABASE_URL ?? readServices().match(/^(?:export )?DATABASE_URL=(\S+)$/m)?.[1]
  if (url) return url
  throw new Error('These tests need Postgres. Run `npm run services`, or set DATABASE_URL to a server of your own.')
}

function readServices(): string {
  try {
    return readFileSync(services, 'utf8')
  } catch {
    return ''
  }
}
