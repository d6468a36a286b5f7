import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

test('a day is read in each way of writing that can mean no other', () => {
  const ways = [
    '2025-06-11',
    'June 11, 2025',
    'Jun 11 2025',
    'June 11th, 2025',
    '11 June 2025',
    '11. Juni 2025',
    '11 de junio de 2025',
    '11 juin 2025',
    '11 de junho de 2025',
    '2025年6月11日',
    '2025년 6월 11일',
  ]
  for (const way of ways) expect(readDate(way)?.toISOString(), way).toBe('2025-06-11T00:00:00.000Z')
})

test('what may mean another day, or none, has no date', () => {
  for (const way of [
    '06/11/2025',
    'June 2025',
    'v2025-06-11',
    'June 31, 2025',
    '2025-13-01',
    'yesterday',
    '11 Smarch 2025',
    '',
  ]) {
    expect(readDate(way), way).toBeUndefined()
  }
})
