import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../testing/measure-growth.ts', import.meta.url))
const files = 10_000

// Only the names of files stay in memory, to find collisions. Measured in a child process, because the heap of this one is
// also the test runner's.
test('a file more costs a bundle in the making its name and nothing else', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, String(files)])
  const growth = Number(stdout)
  expect(growth).toBeGreaterThan(0)
  expect(growth / files).toBeLessThan(600)
})
