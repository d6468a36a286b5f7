import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const rest = ['cli', 'host', 'server']
const pure = ['agent', 'bundle', 'contract', 'site']

/** Apart, since the HTTP server that the others start puts classes of its own in the place of Node's. */
const project = (name: string, include: string[]): TestProjectConfiguration => ({
  extends: true,
  test: { name, include },
})
const testsOf = (packages: string[]) => packages.map((name) => `packages/${name}/src/**/*.test.{ts,tsx}`)

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  // Tests read the sources, so that they need no build first. A name of our own: packages of others have a `source` too.
  ssr: { resolve: { conditions: ['bindery-source'] } },
  test: {
    projects: [project('pure', testsOf(pure)), project('parts', [...testsOf(rest), 'deploy/**/*.test.ts'])],
    environment: 'node',
    // Tests of the server wait more than they work: one at a time, as two cores would have it, they took ten minutes.
    maxWorkers: 3,
    // Loading all modules anew for each file would take a third of the time.
    isolate: false,
    // Most tests use real parts, and a busy machine is no fault of theirs: what hangs is found by these, not what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // From this .ci/run learns which files to run once more.
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.dev/ci/test.json' }]] : ['default'],
  },
})
