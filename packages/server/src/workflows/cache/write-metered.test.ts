import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskBytes } from './disk-size.ts'
import { writeMetered } from './write-metered.ts'

test('a text counts by its bytes, before it is written', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bindery-metered-'))
  const file = join(folder.path, 'report.json')
  const text = '語'.repeat(2000)
  const counted: number[] = []
  const add = async (bytes: number) => {
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    counted.push(bytes)
  }
  await writeMetered(file, text, { add, [Symbol.dispose]() {} })
  expect(counted).toEqual([diskBytes(6000)])
  expect(await readFile(file, 'utf8')).toBe(text)
})
