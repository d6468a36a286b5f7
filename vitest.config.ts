import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  // Tests read the sources, so that they need no build first. A name of our own: packages of others have a `source` too.
  ssr: { resolve: { conditions: ['bindery-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'deploy/**/*.test.ts'],
    environment: 'node',
    // Tests of the server wait more than they work: one at a time, as two cores would have it, they took ten minutes.
    maxWorkers: 3,
    // Most tests use real parts, and a busy machine is no fault of theirs: what hangs is found by these, not what is slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
