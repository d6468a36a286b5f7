import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/site-folder.ts'
import { readPageHead } from './read-page-head.ts'

test('many heads that are slow to read, all asked for at once, leave turns to others', async () => {
  const slow = `---\n${Array.from({ length: 1_200 }, (_, n) => `k${n}:`).join('\n')}\n---\n`
  const names = Array.from({ length: 12 }, (_, n) => `page-${n}.mdx`)
  await using folder = await makeFolder(Object.fromEntries(names.map((name) => [name, slow])))
  let isDone = false
  const heads = Promise.all(names.map((name) => readPageHead(join(folder.root, name)))).then((all) => {
    isDone = true
    return all
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  expect(Object.keys((await heads)[0]?.front ?? {})).toHaveLength(1_200)
  // Each of them takes longer than a turn may; read together they left one.
  expect(turns).toBeGreaterThanOrEqual(names.length)
})
