import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeMember } from './encode-member.ts'
import { unpackFile } from './unpack-file.ts'

test('a file is handed out only as its index describes it', async () => {
  const member = await encodeMember('a.html', Buffer.from('a page'))
  const file = { path: 'a.html', size: 6, sha256: hash('sha256', 'a page'), type: 'text/html' }
  expect(Buffer.from(await unpackFile(file, member)).toString()).toBe('a page')
  for (const other of [{ path: 'b.html' }, { sha256: hash('sha256', 'A page') }]) {
    await expect(unpackFile({ ...file, ...other }, member)).rejects.toMatchObject({ code: 'wrong_bytes' })
  }
})
