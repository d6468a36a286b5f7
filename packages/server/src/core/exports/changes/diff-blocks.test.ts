import { expect, test } from 'vitest'
import { diffBlocks, splitBlocks } from './diff-blocks.ts'

test('blank lines separate blocks, but not within a fence', () => {
  const code = '```sh\nfirst\n\nsecond\n```'
  expect(splitBlocks(`# Title\n\nText\nin two lines.\n\n\n${code}\n\nEnd.\n`)).toEqual([
    '# Title',
    'Text\nin two lines.',
    code,
    'End.',
  ])
})

test('a fence is closed only by one of its kind that is as long', () => {
  const nested = '````md\n```sh\n\n```\n\n~~~\n````'
  expect(splitBlocks(`${nested}\n\nEnd.`)).toEqual([nested, 'End.'])
})

test('a fence that nobody closes goes to the end', () => {
  expect(splitBlocks('```\na\n\nb')).toEqual(['```\na\n\nb'])
})

test('what changed stands between its neighbours, with how much is left out', () => {
  const before = ['1', '2', '3', '4', '5', '6'].join('\n\n')
  const after = ['1', '2', '3', 'four', '5', '6'].join('\n\n')
  expect(diffBlocks(before, after)).toEqual([
    { mark: 'same', text: '3', skipped: 2 },
    { mark: 'removed', text: '4', skipped: 0 },
    { mark: 'added', text: 'four', skipped: 0 },
    { mark: 'same', text: '5', skipped: 0 },
  ])
})

test('the same text has no difference, and of an empty one everything is new', () => {
  expect(diffBlocks('a\n\nb', 'a\n\nb')).toEqual([])
  expect(diffBlocks('', 'a\n\nb')?.map(({ mark }) => mark)).toEqual(['added', 'added'])
})

test('texts that share nothing hold nobody up, and longer ones are not compared', () => {
  const text = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`).join('\n\n')
  const began = process.cpuUsage()
  expect(diffBlocks(text('old', 5_000), text('new', 5_000))?.length).toBe(10_000)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(200)
  expect(diffBlocks('', text('new', 5_001))).toBeNull()
})
