import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Occupant, PlaceLimiter } from './place-limiter.ts'

const waiter = (id: string, address = '198.51.100.1'): Occupant => ({ who: 'API key', id, address })

test('a caller, an address and the process have their places, and each is given back', () => {
  const limiter = new PlaceLimiter({ perCaller: 2, perAddress: 3, inAll: 4 }, 'wait for a job')
  const first = limiter.take(waiter('a'))
  limiter.take(waiter('a'))
  expect(() => limiter.take(waiter('a', '198.51.100.2'))).toThrow(/^2 requests of this API key wait/)
  limiter.take({ who: 'session', id: 'a', address: '198.51.100.1' })
  expect(() => limiter.take(waiter('b'))).toThrow(/^3 requests of this address wait/)
  limiter.take(waiter('b', '198.51.100.2'))
  expect(() => limiter.take(waiter('c', '198.51.100.3'))).toThrow(/^4 requests of the service wait/)
  first[Symbol.dispose]()
  limiter.take(waiter('a', '198.51.100.4'))
})

test('an organization has its places, whoever calls for it, and one request may take several', () => {
  const limiter = new PlaceLimiter({ perCaller: 9, perOrganization: 3, perAddress: 9, inAll: 9 }, 'download files')
  const of = (id: string, organizationId: string): Occupant => ({ ...waiter(id), organizationId })
  const two = limiter.take(of('a', 'org_a'), 2)
  limiter.take({ ...of('a', 'org_a'), who: 'preview' })
  expect(() => limiter.take(of('b', 'org_a'))).toThrow(/^3 requests of this organization download files already/)
  limiter.take(of('c', 'org_b'))
  two[Symbol.dispose]()
  two[Symbol.dispose]()
  expect(limiter.size).toBe(2)
  expect(() => limiter.take(of('b', 'org_a'), 3)).toThrow(/this organization/)
  limiter.take(of('b', 'org_a'), 2)
})

test('a refusal takes no place, and what was given back leaves nothing behind', () => {
  const ids = fc.constantFrom('a', 'b', 'c')
  const addresses = fc.constantFrom('10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2', null)
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, addresses, fc.boolean())), (steps) => {
      const limiter = new PlaceLimiter({ perCaller: 3, perAddress: 4, inAll: 6 }, 'wait for a job')
      const held: { waiter: Occupant; place: Disposable }[] = []
      for (const [id, address, leaves] of steps) {
        if (leaves) held.shift()?.place[Symbol.dispose]()
        else
          try {
            const waiter: Occupant = { who: 'session', id, address }
            held.push({ waiter, place: limiter.take(waiter) })
          } catch {}
        expect(limiter.size).toBe(held.length)
        expect(held.filter(({ waiter }) => waiter.id === id).length).toBeLessThanOrEqual(3)
      }
      for (const { place } of held) place[Symbol.dispose]()
      expect(limiter.size).toBe(0)
      for (let i = 0; i < 3; i++) limiter.take({ who: 'session', id: 'a', address: null })
    }),
  )
})
