import { defineConfig } from 'vitest/config'

// Apart from the others, since the HTTP server that those start puts classes of its own in the place of Node's.
const pure = ['packages/{agent,bundle,contract,site}/src/**/*.test.{ts,tsx}']
// Extracts archives with GNU tar, Python and bsdtar, which a machine that only has Node lacks.
const programs = ['packages/bundle/src/pack/other-programs.test.ts']
// They start processes and servers of their own, and need no services.
const local = ['packages/{cli,client,host}/src/**/*.test.ts']
// Windows has no command that runs another in a pseudo terminal.
const notHere = process.platform === 'win32' ? ['packages/cli/src/service/terminal.test.ts'] : []
const all = ['packages/*/src/**/*.test.{ts,tsx}', 'deploy/**/*.test.ts', 'test/parts/*.test.ts']

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  // Tests read the sources, so that they need no build first. A name of our own: packages of others have a `source` too.
  ssr: { resolve: { conditions: ['bindery-source'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure, exclude: programs } },
      { extends: true, test: { name: 'programs', include: programs } },
      { extends: true, test: { name: 'local', include: local, exclude: notHere } },
      { extends: true, test: { name: 'parts', include: all, exclude: [...pure, ...local] } },
    ],
    environment: 'node',
    globalSetup: ['test/support/own-temporary-folder.ts', 'packages/server/testing/join-built-modules.ts'],
    // Tests of the server wait more than they work: one at a time, as two cores would have it, they took ten minutes.
    maxWorkers: 3,
    // Loading all modules anew for each file would take a third of the time.
    isolate: false,
    // Most tests use real parts, and a busy machine is no fault of theirs: what hangs is found by these, not what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
  },
})
