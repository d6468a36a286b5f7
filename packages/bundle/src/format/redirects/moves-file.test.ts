import { expect, test } from 'vitest'
import type { Move } from './move.ts'
import { decodeMoves, encodeMoves } from './moves-file.ts'

const moves: Move[] = [
  { parts: [{ text: '/old' }], target: ['/new'], status: 301 },
  { parts: [{ text: '/users/' }, 'segment', { text: '/ä' }, 'rest'], target: ['/people/', 1, '/', 2], status: 307 },
]

test('what is written is read', () => {
  expect(decodeMoves(encodeMoves(moves))).toEqual(moves)
})

const encode = (...some: unknown[]) => JSON.stringify({ version: 1, moves: some })

test.each([
  '',
  'null',
  '[]',
  '{"version":1}',
  '{"version":1,"moves":{}}',
  '{"version":2,"moves":[{"parts":[{"text":"/a"}],"target":["/b"],"status":301}]}',
  encode(null),
  encode({ parts: [], target: ['/b'], status: 301 }),
  encode({ parts: ['everything'], target: ['/b'], status: 301 }),
  encode({ parts: [{ text: 1 }], target: ['/b'], status: 301 }),
  encode({ parts: [{ text: '/a' }], target: [1.5], status: 301 }),
  encode({ parts: [{ text: '/a' }], target: '/b', status: 301 }),
  encode({ parts: [{ text: '/a' }], target: ['/b'], status: 200 }),
  encode({ parts: [{ text: '/a' }], target: ['/b'], status: '301' }),
])('%s moves nothing', (text) => {
  expect(decodeMoves(text)).toEqual([])
})

test('one that is wrong takes no other with it', () => {
  expect(decodeMoves(encode({ parts: [] }, ...moves))).toEqual(moves)
})
