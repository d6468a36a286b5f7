import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyBody } from './verify-body.ts'

const sha256 = hash('sha256', 'all of it')

async function read(text: string, expected: Parameters<typeof verifyBody>[2]): Promise<string> {
  const body = (async function* () {
    for (const letter of text) yield Buffer.from(letter)
  })()
  return Buffer.concat(await Array.fromAsync(verifyBody('key', body, expected))).toString()
}

test('a body is read whole when it is the one that was stored', async () => {
  expect(await read('all of it', { bytes: 9, sha256 })).toBe('all of it')
})

test('a body with other bytes than were stored ends with an error', async () => {
  for (const bytes of [9, undefined]) {
    await expect(read('all of IT', { bytes, sha256 })).rejects.toMatchObject({ code: 'corrupt' })
  }
})

test('a body that is cut, or goes on, ends with an error also when no digest is known', async () => {
  for (const text of ['all of', 'all of it and more', '']) {
    await expect(read(text, { bytes: 9, sha256: undefined })).rejects.toMatchObject({ code: 'corrupt' })
  }
})
