import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/site-folder.ts'
import { readSource } from './read-source.ts'

test('bytes that are no text are named with their line; a sign for them that an author wrote is text', async () => {
  await using folder = await makeFolder({ 'good.mdx': 'a \uFFFD b' })
  await writeFile(join(folder.root, 'bad.mdx'), Buffer.from('Fran\xe7ais\n\nCaf\xe9', 'latin1'))
  expect(readSource(folder.root, 'good.mdx')).toEqual({ source: 'a \uFFFD b', problems: [] })
  expect(readSource(folder.root, 'bad.mdx')).toMatchObject({
    source: 'Fran\uFFFDais\n\nCaf\uFFFD',
    problems: [{ code: 'invalid_encoding', at: { file: 'bad.mdx', line: 1, column: 5 } }],
  })
})
