import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { S3Config } from '../../src/storage/create-s3-client.ts'
import { createS3Store } from '../../src/storage/create-s3-store.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'

const services = new URL('../../../../.dev/services.env', import.meta.url)

/** The real storage of local work. A missing one fails a test with advice; it never skips one. */
export function findStorage(): S3Config {
  return {
    endpoint: find('BINDERY_S3_ENDPOINT'),
    region: find('BINDERY_S3_REGION'),
    bucket: find('BINDERY_S3_BUCKET'),
    accessKeyId: find('BINDERY_S3_ACCESS_KEY_ID'),
    secretAccessKey: find('BINDERY_S3_SECRET_ACCESS_KEY'),
  }
}

export interface TestStore {
  store: ObjectStore
  /** A prefix of this test's own. */
  prefix: string
  close(): Promise<void>
}

export function openTestStore(changes: Partial<S3Config> = {}): TestStore {
  const store = createS3Store({ ...findStorage(), ...changes })
  const prefix = `test/${randomUUID()}/`
  return {
    store,
    prefix,
    async close() {
      await store.deletePrefix(prefix)
      store.close()
    },
  }
}

function find(name: string): string {
  const value = process.env[name] ?? readServices().match(new RegExp(`^(?:export )?${name}=(\\S+)$`, 'm'))?.[1]
  if (value) return value
  throw new Error(`These tests need the local object storage (${name}). Run \`npm run services\`.`)
}

function readServices(): string {
  try {
    return readFileSync(services, 'utf8')
  } catch {
    return ''
  }
}
