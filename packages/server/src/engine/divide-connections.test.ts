import { expect, test } from 'vitest'
import { divideConnections } from './divide-connections.ts'

test.each([
  [8, { process: 8, engine: 2, database: 3 }],
  [20, { process: 20, engine: 6, database: 11 }],
  [100, { process: 100, engine: 10, database: 87 }],
])('of %i connections each part has some, and all together no more', (process, shares) => {
  expect(divideConnections(process)).toEqual(shares)
})
