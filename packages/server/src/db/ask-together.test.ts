import { expect, test } from 'vitest'
import { askTogether } from './ask-together.ts'

/** A question is a number, its answer ten times that; each query ends when the test says so. */
function startAsking(questionsAtMost = 10) {
  const queries: { questions: number[]; end(error?: Error): void }[] = []
  const ask = askTogether<number, number>(
    (questions) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(questions.map((number) => number * 10)))
        queries.push({ questions, end })
      }),
    { queriesAtOnce: 1, questionsAtMost },
  )
  return { ask, queries }
}

test('a question that comes alone is asked at once', () => {
  const { ask, queries } = startAsking()
  ask(1)
  expect(queries.map(({ questions }) => questions)).toEqual([[1]])
})

test('questions that come while a query is under way go together with the next, and each gets its own answer', async () => {
  const { ask, queries } = startAsking()
  const answers = [ask(1), ask(2), ask(3)]
  queries[0]!.end()
  await answers[0]
  expect(queries.map(({ questions }) => questions)).toEqual([[1], [2, 3]])
  queries[1]!.end()
  expect(await Promise.all(answers)).toEqual([10, 20, 30])
})

test('a query holds no more than it may', async () => {
  const { ask, queries } = startAsking(2)
  const answers = [1, 2, 3, 4].map(ask)
  queries[0]!.end()
  await answers[0]
  queries[1]!.end()
  await answers[1]
  expect(queries.map(({ questions }) => questions)).toEqual([[1], [2, 3], [4]])
  queries[2]!.end()
  await Promise.all(answers)
})

test('a query that fails fails its own questions, and the next is asked all the same', async () => {
  const { ask, queries } = startAsking()
  const [first, second] = [ask(1), ask(2)]
  queries[0]!.end(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  queries[1]!.end()
  expect(await second).toBe(20)
})
