import { writeFileSync } from 'node:fs'
import pino from 'pino'
import { createDatabase } from '../../src/db/create-database.ts'
import { defaultSourceLimits } from '../../src/git/source-limits.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'
import { startWorker } from '../../src/workflows/start-worker.ts'
import { openTestStore } from '../storage/open-test-store.ts'

/**
 * A worker as its own process, to be killed or paused: `DATABASE_URL`, `CACHE_FOLDER`, and in `GIT_HOST` the allowed hosts. It
 * waits for ever where it would write an object whose key matches `HOLD_AT`, and writes `HELD_FILE`.
 */
const { DATABASE_URL = '', CACHE_FOLDER = '', GIT_HOST = '', TEST_LOG_LEVEL = 'silent' } = process.env
const { HOLD_AT = '', HELD_FILE = '' } = process.env
const database = createDatabase(DATABASE_URL, { connections: 10 })
const worker = await startWorker({
  databaseUrl: DATABASE_URL,
  db: database.db,
  store: HOLD_AT ? holdAt(openTestStore().store, new RegExp(HOLD_AT)) : openTestStore().store,
  log: pino({ level: TEST_LOG_LEVEL }),
  cacheFolder: CACHE_FOLDER,
  cacheBytes: 2 * 1024 ** 3,
  git: { policy: { allowedHosts: GIT_HOST.split(',') } },
  limits: { ...defaultSourceLimits, sitePages: 100_000 },
})
process.stdout.write('ready\n')

function holdAt(store: ObjectStore, place: RegExp): ObjectStore {
  const hold = async (key: string) => {
    if (!place.test(key)) return
    writeFileSync(HELD_FILE, key)
    await new Promise(() => {})
  }
  return {
    ...store,
    putBytes: (key, ...rest) => hold(key).then(() => store.putBytes(key, ...rest)),
    putStream: (key, ...rest) => hold(key).then(() => store.putStream(key, ...rest)),
  }
}
process.on('SIGTERM', async () => {
  await worker.stop()
  process.exit(0)
})
