import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tellModules } from '../../../../test/support/tell-modules.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

test('a worker loads no parser and no renderer, which only its processes need', () => {
  // Without settings it ends once all of it is loaded.
  const { stderr } = spawnSync(process.execPath, [tellModules, main, 'worker'], { encoding: 'utf8', env: {} })
  expect(stderr).toContain('The configuration cannot be used')
  expect(stderr).toContain('/workflows/start-worker.js')
  expect(stderr).not.toMatch(/node_modules\/(?:satteri|@shikijs|hono)\/|site\/dist\/(?:index\.js|page\/)/)
})
