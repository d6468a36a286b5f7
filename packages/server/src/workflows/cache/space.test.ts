import { expect, test } from 'vitest'
import { createSpace, type Lease, type SpaceOptions } from './space.ts'

const open = (options: Partial<SpaceOptions> = {}) =>
  createSpace({ maxBytes: 100, largestBytes: 60, patienceMs: 60_000, makeRoom: () => {}, ...options })

async function leaseOf(space: ReturnType<typeof open>, bytes: number): Promise<Lease> {
  const lease = space.lease()
  await lease.take(bytes)
  return lease
}

test('what is taken is counted, and returned when its lease ends', async () => {
  const space = open()
  const lease = await leaseOf(space, 40)
  lease.free(10)
  expect(space.usedBytes()).toBe(30)
  lease[Symbol.dispose]()
  expect(space.usedBytes()).toBe(0)
})

test('nothing is lent beyond the budget: whoever does not fit waits until others leave', async () => {
  const space = open()
  const [one, two] = [await leaseOf(space, 50), await leaseOf(space, 40)]
  const third = space.lease()
  let admitted = false
  const waiting = third.take(30).then(() => {
    admitted = true
  })
  two.free(10)
  await new Promise(setImmediate)
  expect([admitted, space.usedBytes()]).toEqual([false, 80])
  one[Symbol.dispose]()
  await waiting
  expect(space.usedBytes()).toBe(60)
})

test('a small piece of work passes a large one that waits', async () => {
  const space = open()
  await leaseOf(space, 60)
  const large = space.lease().take(50)
  await expect(space.lease().take(10)).resolves.toBeUndefined()
  large.catch(() => {})
})

test('what can never fit is refused at once and says so', async () => {
  const lease = await leaseOf(open(), 40)
  await expect(lease.take(21)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('60 bytes'),
  })
  await expect(lease.take(20)).resolves.toBeUndefined()
})

test('of two that wait for each other the first gives up, and the other gets what it held', async () => {
  const space = open({ maxBytes: 100, largestBytes: 100, patienceMs: 20 })
  const [one, two] = [await leaseOf(space, 50), await leaseOf(space, 50)]
  const outcomes: string[] = []
  const ask = (lease: Lease, name: string) =>
    lease.take(30).then(
      () => outcomes.push(`${name} got it`),
      (error) => {
        outcomes.push(`${name}: ${error.code}`)
        lease[Symbol.dispose]()
      },
    )
  await Promise.all([ask(one, 'one'), ask(two, 'two')])
  expect(outcomes).toEqual(['one: busy', 'two got it'])
})

test('a caller who goes away while it waits takes nothing', async () => {
  const space = open()
  const held = await leaseOf(space, 60)
  await leaseOf(space, 30)
  const stop = new AbortController()
  const waiting = space.lease().take(20, stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  held[Symbol.dispose]()
  expect(space.usedBytes()).toBe(30)
})

test('who waits asks for room to be made, by as much as is missing', async () => {
  const asked: number[] = []
  const space = open({ makeRoom: (bytes) => asked.push(bytes) })
  await leaseOf(space, 60)
  const cached = await leaseOf(space, 30)
  const waiting = space.lease().take(25)
  expect(asked).toEqual([15])
  cached[Symbol.dispose]()
  await waiting
})

test('bytes that are written already change hands without waiting, even while others wait', async () => {
  const space = open()
  const [one, two] = [await leaseOf(space, 60), await leaseOf(space, 40)]
  const waiting = space.lease().take(10)
  const other = space.lease()
  one.moveTo(other, 60)
  expect([one.bytes, other.bytes, space.usedBytes()]).toEqual([0, 60, 100])
  two.free(10)
  await waiting
})

test('what is reserved is taken without waiting, and what is left of it returned', async () => {
  const space = open()
  const lease = await leaseOf(space, 10)
  const reserved = await lease.reserve(40)
  await leaseOf(space, 50)
  await lease.take(15)
  expect(lease.takeNow(15)).toBe(true)
  expect([lease.bytes, space.usedBytes()]).toEqual([50, 100])
  reserved[Symbol.dispose]()
  expect([lease.bytes, space.usedBytes()]).toEqual([40, 90])
})

test('two that reserve more than there is wait holding nothing of it: others go on', async () => {
  const space = open()
  const first = await leaseOf(space, 5).then((lease) => lease.reserve(55).then((reserved) => ({ lease, reserved })))
  const second = await leaseOf(space, 5)
  const waiting = second.reserve(50)
  await leaseOf(space, 30)
  first.reserved[Symbol.dispose]()
  await waiting
  expect(second.bytes).toBe(55)
})

test('what one piece of work may never have is refused before anything of it is taken', async () => {
  const space = open()
  const lease = await leaseOf(space, 20)
  await expect(lease.reserve(50)).rejects.toMatchObject({ code: 'too_large' })
  expect(space.usedBytes()).toBe(20)
})

test('more than was reserved is taken as without it', async () => {
  const space = open()
  const lease = space.lease()
  using _reserved = await lease.reserve(20)
  await lease.take(30)
  expect([lease.bytes, space.usedBytes()]).toEqual([30, 30])
  await expect(lease.take(31)).rejects.toMatchObject({ code: 'too_large' })
})

test('an attempt that is made again finds what was reserved for the first', async () => {
  const space = open()
  const lease = await leaseOf(space, 5)
  using _reserved = await lease.reserve(40)
  const goBack = lease.mark()
  await lease.take(40)
  await lease.take(10)
  expect(lease.bytes).toBe(55)
  goBack()
  expect([lease.bytes, space.usedBytes()]).toEqual([45, 45])
  await lease.take(40)
  expect(lease.bytes).toBe(45)
})
