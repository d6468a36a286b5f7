import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tellModules } from '../../../../../test/support/tell-modules.ts'

const taskProcess = fileURLToPath(new URL('../../../dist/joined/task-process.mjs', import.meta.url))

test('a task process loads modules of ours from joined files alone', () => {
  // Without a parent there is nothing that it waits for.
  const { stderr, status } = spawnSync(process.execPath, [tellModules, taskProcess], { encoding: 'utf8', env: {} })
  expect({ stderr, status }).toMatchObject({ status: 0 })
  const ours = stderr.split('\n').filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'))
  expect(ours).toContainEqual(expect.stringMatching(/\/task-process\.mjs$/))
  expect(ours.filter((url) => !url.includes('/server/dist/joined/'))).toEqual([])
  expect(new Set(ours).size).toBeLessThan(20)
})
