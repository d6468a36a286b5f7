import { expect, test } from 'vitest'
import { createMoves } from '../format/redirects/create-moves.ts'
import type { Move, Part } from '../format/redirects/move.ts'
import { encodeMoves, redirectsFile } from '../format/redirects/moves-file.ts'
import { readMoves } from './read-moves.ts'

test('the table of a bundle goes before those for other servers', async () => {
  const files: Record<string, string> = {
    [redirectsFile]: encodeMoves([{ parts: [{ text: '/a' }], target: ['/data'], status: 301 }]),
    _redirects: '/a /list 301',
  }
  const moves = createMoves(await readMoves(async (path) => files[path]))
  expect(moves('/a')).toEqual({ location: '/data', status: 301 })
})

async function listOf(text: string) {
  return createMoves(await readMoves(async (path) => (path === '_redirects' ? text : undefined)))
}

const text = (path: string): Part => ({ text: path })

function followMove(path: string, parts: Part[], target: Move['target']) {
  return createMoves([{ parts, target, status: 301 }])(path)
}

test.each<[path: string, parts: Part[], target: Move['target'], location: string]>([
  ['/old', [text('/old')], ['/new'], '/new'],
  ['/old/', [text('/old')], ['/new'], '/new'],
  ['/a b', [text('/a b')], ['/new'], '/new'],
  ['/v1/a/b', [text('/v1'), 'rest'], ['https://old.example.com/', 1], 'https://old.example.com/a/b'],
  ['/v1', [text('/v1'), 'rest'], ['/v2/', 1], '/v2/'],
  ['/users/jörg/edit', [text('/users/'), 'segment', text('/edit')], ['/people/', 1], '/people/j%C3%B6rg'],
  ['/a/b', [text('/'), 'segment', text('/'), 'segment'], ['/', 2, '/', 1], '/b/a'],
  ['/xa/b', [text('/x'), 'any'], ['/y', 1], '/ya/b'],
])('%s is redirected by the parts %j to %j: %s', (path, parts, target, location) => {
  expect(followMove(path, parts, target)).toEqual({ location, status: 301 })
})

test.each<[path: string, parts: Part[]]>([
  ['/older', [text('/old')]],
  ['/v12', [text('/v1'), 'rest']],
  ['/users/a/b', [text('/users/'), 'segment']],
  ['/users/', [text('/users/'), 'segment']],
])('%s is not redirected by the parts %j', (path, parts) => {
  expect(followMove(path, parts, ['/new'])).toBeUndefined()
})

test('the requested path never chooses another host', () => {
  const moves = createMoves([
    { parts: [text('/go'), 'rest'], target: ['/', 1], status: 302 },
    { parts: [text('/to'), 'any'], target: [1], status: 302 },
  ])
  for (const path of ['/go//evil.example.com', '/go/\\evil.example.com', '/to//evil.example.com']) {
    expect(moves(path)?.location).toMatch(/^\/[^/\\]/)
  }
  expect(moves('/go/a\r\nSet-Cookie: b')?.location).toBe('/a%0D%0ASet-Cookie%3A%20b')
})

test('an address that moved to itself is not redirected', () => {
  const moves = createMoves([
    { parts: [text('/a')], target: ['/a/'], status: 301 },
    { parts: [text('/b'), 'rest'], target: ['/b/', 1, '#x'], status: 301 },
  ])
  expect([moves('/a'), moves('/a/'), moves('/b/c')]).toEqual([undefined, undefined, undefined])
  const home = createMoves([{ parts: ['rest'], target: ['/'], status: 301 }])
  expect([home('/'), home('/a')?.location]).toEqual([undefined, '/'])
})

test('the table of a hostile bundle does not block the process', () => {
  const repeat = (parts: Part[], times: number): Part[] => Array.from({ length: times }, () => parts).flat()
  const moves = createMoves(
    [
      [...repeat([text('/'), 'any', text('a')], 2), text('b')],
      [text('/'), ...repeat(['segment', text('a')], 7), text('b')],
      [text('/'), ...repeat(['any', text('a')], 7)],
    ].map((parts) => ({ parts, target: ['/new'], status: 301 })),
  )
  const before = process.cpuUsage()
  expect(moves(`/${'a'.repeat(500)}`)).toBeUndefined()
  // Processor time, not wall time: 20 ms when this was written, and endless with backtracking.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
})

test('an author’s own list is read, with placeholders; what only one company understands is left out', async () => {
  const moves = await listOf(
    [
      '# moved',
      '/old /new',
      '/u/:id/edit /p/:id 302',
      '/v1/* /v2/:splat 308',
      '/c /d 301 Country=de',
      '/e /f 200',
    ].join('\n'),
  )
  expect(moves('/old')).toEqual({ location: '/new', status: 301 })
  expect(moves('/u/7/edit')).toEqual({ location: '/p/7', status: 302 })
  expect(moves('/v1/a/b')).toEqual({ location: '/v2/a/b', status: 308 })
  expect([moves('/c'), moves('/e'), moves('# moved')]).toEqual([undefined, undefined, undefined])
})
