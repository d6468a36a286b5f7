import { expect, test } from 'vitest'
import { createGate, type Turn } from './gate.ts'

const signal = new AbortController().signal

/** Fills the gate, lets the turns queue up, opens it, and tells in which order they got in. */
async function orderOf(turns: (Turn & { name: string })[]): Promise<string[]> {
  const gate = createGate(1)
  const first = await gate.enter({ rank: 0, group: 'other' }, signal)
  const order: string[] = []
  const all = turns.map(async ({ name, ...turn }) => {
    using _inside = await gate.enter(turn, signal)
    order.push(name)
  })
  first[Symbol.dispose]()
  await Promise.all(all)
  return order
}

test('what is nearer to its end goes first, then who came first', async () => {
  const order = await orderOf([
    { name: 'plan 1', rank: 1, group: 'a' },
    { name: 'plan 2', rank: 1, group: 'b' },
    { name: 'finish', rank: 0, group: 'c' },
  ])
  expect(order).toEqual(['finish', 'plan 1', 'plan 2'])
})

test('a group that has one inside lets another group go first', async () => {
  const gate = createGate(2)
  await gate.enter({ rank: 0, group: 'a' }, signal)
  const leaving = await gate.enter({ rank: 0, group: 'c' }, signal)
  const entered: string[] = []
  for (const group of ['a', 'a', 'b']) void gate.enter({ rank: 0, group }, signal).then(() => entered.push(group))
  leaving[Symbol.dispose]()
  await Promise.resolve()
  await Promise.resolve()
  expect(entered).toEqual(['b'])
})

test('with one place and 100 waiters of one group, a later group is served second', async () => {
  const turn = (group: string) => ({ name: group, rank: 0, group })
  const order = await orderOf([...Array.from({ length: 100 }, () => turn('a')), turn('b')])
  expect(order.slice(0, 3)).toEqual(['a', 'b', 'a'])
})

test('groups take turns: the one served least recently is next', async () => {
  const waiters = ['a', 'a', 'a', 'b', 'b', 'c'].map((group, at) => ({ name: `${group}${at}`, rank: 0, group }))
  expect(await orderOf(waiters)).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2'])
})

test('no more than its width are inside at once', async () => {
  const gate = createGate(3)
  let inside = 0
  let most = 0
  // Of many groups: one alone is held by its own limit.
  const work = async (_: unknown, index: number) => {
    using _turn = await gate.enter({ rank: 0, group: `group ${index % 7}` }, signal)
    inside += 1
    most = Math.max(most, inside)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 20 }, work))
  expect(most).toBe(3)
})

test('whoever goes out twice lets one in', async () => {
  const gate = createGate(2)
  const first = await gate.enter({ rank: 0, group: 'a' }, signal)
  await gate.enter({ rank: 0, group: 'a' }, signal)
  const entered: number[] = []
  for (const n of [1, 2]) void gate.enter({ rank: 0, group: 'a' }, signal).then(() => entered.push(n))
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await new Promise(setImmediate)
  expect(entered).toEqual([1])
})

test('whoever gives up waiting takes no place', async () => {
  const gate = createGate(1)
  const first = await gate.enter({ rank: 0, group: 'a' }, signal)
  const impatient = new AbortController()
  const refused = gate.enter({ rank: 0, group: 'a' }, impatient.signal)
  impatient.abort(new Error('no longer needed'))
  await expect(refused).rejects.toThrow('no longer needed')
  first[Symbol.dispose]()
  const next = gate.enter({ rank: 0, group: 'a' }, signal).then(() => 'inside')
  const waiting = new Promise((resolve) => setImmediate(resolve, 'waiting'))
  expect(await Promise.race([next, waiting])).toBe('inside')
})

test('one group never takes every place, however many of it wait', async () => {
  const gate = createGate(3, 2)
  const entered: string[] = []
  const enter = (group: string) => gate.enter({ rank: 0, group }, signal).then(() => entered.push(group))
  for (let count = 0; count < 5; count++) void enter('a')
  await new Promise(setImmediate)
  expect(entered).toEqual(['a', 'a'])
  await enter('b')
  expect(entered).toEqual(['a', 'a', 'b'])
})
