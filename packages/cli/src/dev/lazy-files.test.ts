import { expect, test } from 'vitest'
import { LazyFiles } from './lazy-files.ts'

test('no more files are made than it takes to find the one asked for', async () => {
  const made: string[] = []
  async function* make() {
    for (const path of ['a', 'b', 'c']) {
      made.push(path)
      yield { path, bytes: new Uint8Array() }
    }
  }
  const files = new LazyFiles(make())
  const [b, a] = await Promise.all([files.find(['x', 'b']), files.find(['a'])])
  expect([b?.path, a?.path, made]).toEqual(['b', 'a', ['a', 'b']])
  expect(await files.find(['x'])).toBeUndefined()
  expect(made).toEqual(['a', 'b', 'c'])
})
