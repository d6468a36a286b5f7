import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { holdLiveness, lockOf } from './hold-liveness.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Whether another could take this executor for dead; the lock that tells is given back at once. */
async function isTakenForDead(executorId: string): Promise<boolean> {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockOf('$1')}) as taken`, [executorId])
    await client.query('select pg_advisory_unlock_all()')
    return rows[0].taken
  } finally {
    client.release()
  }
}

const hold = (executorId: string, onLost: (cause: Error) => void) =>
  holdLiveness({ databaseUrl: database.url, executorId, cores: 2, connections: 20, onLost })

test('nobody takes an executor for dead while it holds its lock, and everybody does once it lets go', async () => {
  const lost: Error[] = []
  const liveness = await hold('one', (cause) => lost.push(cause))
  expect(await isTakenForDead('one')).toBe(false)
  expect(await isTakenForDead('another')).toBe(true)
  await liveness.release()
  await expect.poll(() => isTakenForDead('one')).toBe(true)
  expect(lost).toEqual([])
})

test('an executor whose connection breaks is told so once, since others take its work from then on', async () => {
  const causes: Error[] = []
  const lost = new Promise<string>((resolve) => {
    void hold('two', (cause) => {
      causes.push(cause)
      resolve('told')
    }).then(() =>
      database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'bindery-liveness' and datname = current_database()`),
    )
  })
  expect(await Promise.race([lost, delay(20_000, 'not told')])).toBe('told')
  expect(await isTakenForDead('two')).toBe(true)
  expect(causes).toHaveLength(1)
})
