import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const hooks = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) { const found = next(name, context); process._rawDebug(found.url); return found } })`

test('a worker loads no parser and no renderer, which only its processes need', () => {
  const loader = `--import=data:text/javascript,${encodeURIComponent(hooks)}`
  // Without settings it ends once all of it is loaded.
  const { stderr } = spawnSync(process.execPath, [loader, main, 'worker'], { encoding: 'utf8', env: {} })
  expect(stderr).toContain('The configuration cannot be used')
  expect(stderr).toContain('/workflows/start-worker.js')
  expect(stderr).not.toMatch(/node_modules\/(?:satteri|@shikijs|hono)\/|site\/dist\/(?:index\.js|page\/)/)
})
