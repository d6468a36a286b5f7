import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'
import { type PoolOptions, type PoolTask, ProcessPool } from './process-pool.ts'

const never = new AbortController().signal
const minute = 60_000

function openPool(options: Partial<PoolOptions> = {}) {
  const pool = new ProcessPool({
    entry: new URL('../../../testing/odd-tasks.ts', import.meta.url),
    processes: 1,
    ahead: 1,
    tasksOfProcess: 1_000,
    memoryMb: 128,
    // On a busy machine the quickest task may be slow.
    patienceMs: 10 * minute,
    idleMs: 10 * minute,
    ...options,
  })
  return {
    run: (name: string, input?: unknown, task: Partial<PoolTask> = {}) =>
      pool.run({ name, input, group: 'a', deadlineMs: 10 * minute, residentMb: 1024, signal: never, ...task }),
    abandon: (signal: AbortSignal) => pool.abandon(signal),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

test('a process gets nothing of its parent’s environment but where compiled modules are', async () => {
  await using pool = openPool()
  const compiled = process.env.NODE_COMPILE_CACHE === undefined ? [] : ['NODE_COMPILE_CACHE']
  expect(await pool.run('environment')).toEqual(['NODE_ENV', ...compiled])
})

test('an error comes back with its name, its sentence and its code, and the process goes on', async () => {
  await using pool = openPool()
  const pid = await pool.run('pid')
  const refused = pool.run('refuse')
  await expect(refused).rejects.toMatchObject({ name: 'TypeError', message: 'It is refused.', code: 'refused' })
  expect(await pool.run('pid')).toBe(pid)
})

test('what a task asks of its parent is answered, and a refusal reaches it', async () => {
  await using pool = openPool()
  const ask = async (name: string, value: unknown) => {
    if (name === 'wrong') throw Object.assign(new Error('It is full.'), { name: 'NoSpace', code: 'busy' })
    return `${name} ${value}`
  }
  expect(await pool.run('ask', 'right', { ask })).toBe('heard right 1')
  await expect(pool.run('ask', 'wrong', { ask })).rejects.toMatchObject({ name: 'NoSpace', code: 'busy' })
})

test.each([
  ['crash', 'crash', 'SIGSEGV', {}],
  ['grow', 'memory', 'SIGABRT', {}],
  ['grow', 'memory', '', { residentMb: 120 }],
  ['hang', 'deadline', '0.5 s', { deadlineMs: 500 }],
])('a task that does %s ends its process, and what waited behind it is done by another', async (...given) => {
  const [name, kind, detail, limits] = given
  await using pool = openPool({ ahead: 4 })
  const pid = await pool.run('pid')
  const bad = pool.run(name, undefined, limits)
  const behind = Promise.all([pool.run('echo', 1), pool.run('pid')])
  await expect(bad).rejects.toMatchObject({ name: 'ProcessEnded', kind, detail })
  expect(await behind).toEqual([1, expect.not.toSatisfy((other) => other === pid)])
})

test('a group with much to do lets another in between', async () => {
  await using pool = openPool()
  const order: string[] = []
  const note = async (name: string, task: Promise<unknown>) => {
    await task
    order.push(name)
  }
  const many = Array.from({ length: 5 }, () => note('a', pool.run('sleep', 1, { group: 'a' })))
  await Promise.all([...many, note('b', pool.run('sleep', 1, { group: 'b' }))])
  expect(order.indexOf('b')).toBeLessThan(2)
})

test('no second process starts for as many tasks as one holds, and one does for more', async () => {
  const pidsOf = async (tasks: number) => {
    await using pool = openPool({ processes: 2, ahead: 4 })
    return new Set(await Promise.all(Array.from({ length: tasks }, () => pool.run('pid')))).size
  }
  expect(await pidsOf(4)).toBe(1)
  expect(await pidsOf(5)).toBe(2)
})

test('what waits behind a slow task goes to a process that can still be started', async () => {
  await using pool = openPool({ processes: 2, ahead: 4, patienceMs: 100 })
  const stop = new AbortController()
  const slow = pool.run('hang', undefined, { signal: stop.signal })
  expect(await Promise.all([pool.run('echo', 1), pool.run('echo', 2)])).toEqual([1, 2])
  stop.abort()
  pool.abandon(stop.signal)
  await expect(slow).rejects.toThrow('aborted')
})

test('what a process holds of one group is gone when a task of another begins', async () => {
  await using pool = openPool()
  const hold = (value: string, group: string) => pool.run('hold', value, { group })
  expect(await hold('first', 'a')).toBeUndefined()
  expect(await hold('second', 'a')).toBe('first')
  expect(await hold('third', 'b')).toBeUndefined()
  expect(await hold('fourth', 'a')).toBeUndefined()
})

test('of idle processes a group gets the one that did its last task', async () => {
  await using pool = openPool({ processes: 2 })
  const hold = (value: string, group: string) => pool.run('hold', value, { group })
  await Promise.all([hold('of a', 'a'), hold('of b', 'b')])
  expect(await hold('', 'b')).toBe('of b')
  expect(await hold('', 'a')).toBe('of a')
})

test('tasks that hang are set aside for another group, however many groups hang, and their own group waits', async () => {
  await using pool = openPool({ processes: 2, patienceMs: 100 })
  const stop = new AbortController()
  const hanging = ['a', 'b', 'c'].flatMap((group) =>
    Array.from({ length: 4 }, () => pool.run('hang', undefined, { group, signal: stop.signal })),
  )
  const waits = pool.run('pid', undefined, { group: 'a', signal: stop.signal })
  const ended = Promise.allSettled([...hanging, waits])
  for (let round = 0; round < 10; round++) expect(await pool.run('echo', round, { group: 'd' })).toBe(round)
  stop.abort(new Error('enough'))
  pool.abandon(stop.signal)
  for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
  expect(await pool.run('echo', 'a again', { group: 'a' })).toBe('a again')
})

test('a task that nobody waits for any more is ended with its process', async () => {
  await using pool = openPool()
  const pid = await pool.run('pid')
  const stop = new AbortController()
  const hanging = pool.run('hang', undefined, { signal: stop.signal })
  stop.abort(new Error('enough'))
  pool.abandon(stop.signal)
  await expect(hanging).rejects.toThrow('enough')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})

test('a task that is abandoned while its process starts takes no other with it', async () => {
  await using pool = openPool()
  const stop = new AbortController()
  const abandoned = pool.run('hang', undefined, { signal: stop.signal })
  const other = pool.run('echo', 1, { group: 'b' })
  stop.abort(new Error('enough'))
  pool.abandon(stop.signal)
  await expect(abandoned).rejects.toThrow('enough')
  expect(await other).toBe(1)
})

test('a task that must be alone gets a fresh process, though all are busy', async () => {
  await using pool = openPool({ ahead: 4 })
  const pids = new Set([await pool.run('pid')])
  const busy = Array.from({ length: 3 }, () => pool.run('sleep', 1))
  pids.add(await pool.run('pid', undefined, { alone: true }))
  expect(pids.size).toBe(2)
  await Promise.all(busy)
})

test('a task that must be alone lets others go first, and leaves them their processes', async () => {
  await using pool = openPool()
  const warm = await pool.run('pid')
  const priorities = [pool.run('priority'), pool.run('priority', undefined, { alone: true })]
  expect(await Promise.all(priorities)).toEqual([getPriority(), 10])
  expect(await pool.run('pid')).toBe(warm)
})

test('what has a lower rank goes first, in its group and among groups', async () => {
  await using pool = openPool()
  const order: string[] = []
  const note = async (name: string, rank: number, group: string) => {
    await pool.run('sleep', 1, { rank, group })
    order.push(name)
  }
  const busy = pool.run('sleep', 50)
  await Promise.all([
    note('plan a', 2, 'a'),
    note('plan b', 2, 'b'),
    note('finish a', 0, 'a'),
    note('render b', 1, 'b'),
  ])
  await busy
  expect(order).toEqual(['finish a', 'render b', 'plan a', 'plan b'])
})

test('of processes that take too much together the largest ends', async () => {
  const budget = new MemoryBudget(400)
  await using pool = openPool({ processes: 2, memoryMb: 2048, budget })
  const hungry = pool.run('grow', undefined, { residentMb: 4096 })
  const small = pool.run('sleep', 1_000, { group: 'b' })
  await expect(hungry).rejects.toMatchObject({ name: 'ProcessEnded', kind: 'memory' })
  await expect(small).resolves.toBeUndefined()
})

test('a pool that closes blames no task, and a signal to the whole group ends none', async () => {
  const pool = openPool()
  const pid = (await pool.run('pid')) as number
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(pid, signal)
  expect(await pool.run('pid')).toBe(pid)
  const hanging = expect(pool.run('hang')).rejects.toMatchObject({ name: 'Error' })
  await pool[Symbol.asyncDispose]()
  await hanging
})

test('a process without a task ends after some time', async () => {
  await using pool = openPool({ idleMs: 10 })
  const pid = await pool.run('pid')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  expect(await pool.run('echo', 1)).toBe(1)
})
