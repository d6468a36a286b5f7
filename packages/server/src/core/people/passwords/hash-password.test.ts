import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash-password.ts'

test('a password is known again, another is not, and the hash holds neither', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('correct horse battery', stored)).toBe(true)
  expect(await verifyPassword('correct horse batterz', stored)).toBe(false)
  expect(await hashPassword('correct horse battery')).not.toBe(stored)
})

test('the same letters in other code points are the same password', async () => {
  expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true)
})

test('a hash with the cost of an earlier day still opens', async () => {
  const stored = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$sxt5KsXEOrt/C6qRMnGlWMcVuurLswfEPUbs+gFRtOE'
  expect(await verifyPassword('anything', stored)).toBe(false)
})

test('somebody without a password is refused, at the cost of a password', async () => {
  const stored = await hashPassword('correct horse battery')
  const time = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    for (let i = 0; i < 3; i++) await work()
    return performance.now() - start
  }
  expect(await verifyPassword('', null)).toBe(false)
  const known = await time(() => verifyPassword('wrong', stored))
  const unknown = await time(() => verifyPassword('wrong', undefined))
  // Without the stand-in it would be a thousandth.
  expect(unknown).toBeGreaterThan(known / 5)
})

test('a password of thirty thousand accents is wrong at once', async () => {
  const accents = `a${'\u0316\u0300'.repeat(15_000)}`
  const before = process.threadCpuUsage()
  for (let count = 0; count < 5; count++) expect(await verifyPassword(accents, undefined)).toBe(false)
  // Of this thread, 10 ms on a calm machine; put in order they took 300 ms each, of everybody's time.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000)
})
