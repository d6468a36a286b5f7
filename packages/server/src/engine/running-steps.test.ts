import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRunningSteps } from './running-steps.ts'

test('a step that runs alone waits for those inside, and those that come later wait for it', async () => {
  const steps = createRunningSteps<string>()
  const order: string[] = []
  await steps.enter('early')
  const suspect = steps.enterAlone('suspect', 60_000).then((alone) => {
    order.push('suspect')
    return alone
  })
  const late = steps.enter('late').then(() => order.push('late'))
  await delay(20)
  expect(order).toEqual([])
  steps.leave('early')
  const alone = await suspect
  expect(alone.isAlone).toBe(true)
  await delay(20)
  expect(order).toEqual(['suspect'])
  alone[Symbol.dispose]()
  await late
  expect(order).toEqual(['suspect', 'late'])
})

test('two of them run one after the other', async () => {
  const steps = createRunningSteps<string>()
  const first = await steps.enterAlone('first', 60_000)
  let isInside = false
  const second = steps.enterAlone('second', 60_000).then(() => {
    isInside = true
  })
  await delay(20)
  expect(isInside).toBe(false)
  steps.leave('first')
  first[Symbol.dispose]()
  await second
})

test('a step that runs alone may pause, and goes on before the others', async () => {
  const steps = createRunningSteps<string>()
  const alone = await steps.enterAlone('suspect', 60_000)
  let hasEntered = false
  const late = steps.enter('late').then(() => {
    hasEntered = true
  })
  steps.leave('suspect')
  await steps.enter('suspect')
  expect(hasEntered).toBe(false)
  alone[Symbol.dispose]()
  await late
})

test('a step that other steps keep waiting too long runs, and learns that it is not alone', async () => {
  const steps = createRunningSteps<string>()
  await steps.enter('endless')
  expect(await steps.enterAlone('suspect', 10)).toMatchObject({ isAlone: false })
})

test('while it drains nothing enters, and it waits for what is inside', async () => {
  const steps = createRunningSteps<string>()
  await steps.enter('running')
  const drained = steps.drain(60_000)
  let hasEntered = false
  void steps.enter('late').then(() => {
    hasEntered = true
  })
  steps.leave('running')
  expect(await drained).toBe(true)
  expect(hasEntered).toBe(false)
  await steps.drain(0)
})

test('it waits no longer than it may', async () => {
  const steps = createRunningSteps<string>()
  await steps.enter('endless')
  expect(await steps.drain(10)).toBe(false)
})
