import { expect, test } from 'vitest'
import { markLines } from './mark-lines.ts'

test('marks leave the code and name their lines', () => {
  const { code, added, removed } = markLines('a() // [!code --]\nb() // [!code ++]\nc()')
  expect(code).toBe('a()\nb()\nc()')
  expect([...removed]).toEqual([1])
  expect([...added]).toEqual([2])
})

test('a mark with a count reaches as many lines', () => {
  expect([...markLines('a # [!code ++:3]\nb\nc\nd').added]).toEqual([1, 2, 3])
})

test('a mark on a line of its own speaks of the next lines', () => {
  const { code, focused } = markLines('a\n{/* [!code focus:2] */}\nb\nc')
  expect(code).toBe('a\nb\nc')
  expect([...focused]).toEqual([2, 3])
})

test('code that only talks about marks is left alone', () => {
  const code = 'say("[!code ++] is a mark")'
  expect(markLines(code).code).toBe(code)
})
