import { expect, test } from 'vitest'
import { cutExcerpt } from './excerpt.ts'

const filler = 'Words that nobody looked for. '.repeat(20)

test('a result shows the words around the match, however far down it stands', () => {
  const excerpt = cutExcerpt(`${filler}Call run.log in each step. ${filler}`, ['run', 'log', 'runlog'])
  expect(excerpt).toMatch(/^… .{0,60}Call run\.log in each step\. .*…$/)
  expect(excerpt.length).toBeLessThan(200)
})

test('of several places the one with most of the words is shown', () => {
  const text = `A queue is fair. ${filler}The queue has a limit of ten. ${filler}No limit.`
  expect(cutExcerpt(text, ['queue', 'limit'])).toContain('The queue has a limit of ten.')
})

test('a part of a word is no match', () => {
  expect(cutExcerpt(`A catalog. ${filler}See the log here.`, ['log'])).toContain('See the log here.')
})

test('a text without a match shows its beginning, and a short one is whole', () => {
  expect(cutExcerpt(filler, ['absent'])).toMatch(/^Words that nobody/)
  expect(cutExcerpt('Short.', ['short'])).toBe('Short.')
})

test('a script without spaces is cut around the match too', () => {
  const text = `${'一二三四五六七八九十'.repeat(40)}超参数${'一二三四五六七八九十'.repeat(40)}`
  const excerpt = cutExcerpt(text, ['超参', '参数'])
  expect(excerpt).toContain('超参数')
  expect(excerpt.length).toBeLessThan(200)
})

test('a text of matches alone is cut in no time', () => {
  const began = process.cpuUsage()
  cutExcerpt('log '.repeat(10_000), ['log'])
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
})
