import pino from 'pino'
import { createDatabase } from '../../src/db/create-database.ts'
import { defaultSourceLimits } from '../../src/git/source-limits.ts'
import { startWorker } from '../../src/workflows/start-worker.ts'
import { openTestStore } from '../storage/open-test-store.ts'

/** A worker as its own process, to be killed or paused: `DATABASE_URL`, `CACHE_FOLDER`, `GIT_HOST`. */
const { DATABASE_URL = '', CACHE_FOLDER = '', GIT_HOST = '', TEST_LOG_LEVEL = 'silent' } = process.env
const database = createDatabase(DATABASE_URL, { connections: 10 })
const worker = await startWorker({
  databaseUrl: DATABASE_URL,
  db: database.db,
  store: openTestStore().store,
  log: pino({ level: TEST_LOG_LEVEL }),
  cacheFolder: CACHE_FOLDER,
  cacheBytes: 2 * 1024 ** 3,
  git: { policy: { allowedHosts: [GIT_HOST] } },
  limits: { ...defaultSourceLimits, sitePages: 100_000 },
})
process.stdout.write('ready\n')
process.on('SIGTERM', async () => {
  await worker.stop()
  process.exit(0)
})
