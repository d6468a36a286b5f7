import { expect, test } from 'vitest'
import { divideMemory } from './divide-memory.ts'

const mebibyte = 1024 ** 2

test.each([
  [512, 1],
  [1024, 2],
  [1536, 3],
  [3072, 4],
  [65_536, 4],
])('of %i MiB all shares fit together, and %i repositories are fetched at once', (total, fetches) => {
  const memory = divideMemory({}, total * mebibyte)
  expect(memory.fetches).toBe(fetches)
  expect(memory.gitBytes).toBeGreaterThanOrEqual(96 * mebibyte)
  expect(memory.render.memoryMb).toBeLessThan(memory.render.residentMb)
  // Two hundred for the worker itself.
  const needed = 200 + fetches * (memory.gitBytes / mebibyte) + memory.cores * memory.render.residentMb
  if (total > 512) expect(needed).toBeLessThanOrEqual(total)
})

test('what is configured is taken, and the rest follows it', () => {
  const memory = divideMemory({ gitBytes: 800 * mebibyte, cores: 3 }, 8192 * mebibyte)
  expect(memory).toMatchObject({ gitBytes: 800 * mebibyte, cores: 3, fetches: 3 })
  expect(divideMemory({ fetches: 1 }, 1024 * mebibyte).gitBytes).toBeGreaterThan(250 * mebibyte)
})

test('shares that cannot fit are refused at startup, with the settings to change', () => {
  expect(() => divideMemory({ fetches: 8, gitBytes: 256 * mebibyte }, 1024 * mebibyte)).toThrow(
    /8 fetches at once with 268435456 bytes.*BINDERY_WORKER_FETCHES or BINDERY_WORKER_GIT_MEMORY_BYTES/,
  )
})

test('without a control group it is the memory of the machine', () => {
  expect(divideMemory({}).totalBytes).toBeGreaterThan(0)
})
