import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tellModules } from '../../../../test/support/tell-modules.ts'

const main = fileURLToPath(new URL('../../dist/joined/main.mjs', import.meta.url))

test('a worker loads no parser and no renderer, which only its processes need', () => {
  // Without settings it ends once all of it is loaded.
  const { stderr } = spawnSync(process.execPath, [tellModules, main, 'worker'], { encoding: 'utf8', env: {} })
  expect(stderr).toContain('The configuration cannot be used')
  expect(stderr).not.toMatch(/node_modules\/(?:satteri|@shikijs|hono|kysely)\//)
  // Modules of ours are joined into these; a comment names each.
  const files = new Set(stderr.match(/^file:.*\/dist\/joined\/.*$/gm))
  const code = [...files].map((url) => readFileSync(new URL(url), 'utf8')).join('')
  expect(code).toMatch(/^\/\/ server\/dist\/workflows\/start-worker\.js$/m)
  expect(code).not.toMatch(/^\/\/ site\/dist\/(?:index\.js|page\/)/m)
})
