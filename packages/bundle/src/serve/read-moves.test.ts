import { expect, test } from 'vitest'
import { createMoves } from '../format/redirects/create-moves.ts'
import { encodeMoves, redirectsFile } from '../format/redirects/moves-file.ts'
import { readMoves } from './read-moves.ts'

/** The table as 0.1.0 has written it into the function for CloudFront. */
async function tableOf(...moves: [pattern: string, target: string, status: number][]) {
  const text = `// A CloudFront function.\nvar moves = ${JSON.stringify(moves)};\nfunction handler() {}\n`
  return createMoves(await readMoves(async (path) => (path.endsWith('cloudfront.js') ? text : undefined)))
}

test('the table of a bundle goes before those for other servers', async () => {
  const files: Record<string, string> = {
    [redirectsFile]: encodeMoves([{ parts: [{ text: '/a' }], target: ['/data'], status: 301 }]),
    '_bindery/hosting/cloudfront.js': 'var moves = [["^/a/?$","/function",301]];',
    _redirects: '/a /list 301',
  }
  const moves = createMoves(await readMoves(async (path) => files[path]))
  expect(moves('/a')).toEqual({ location: '/data', status: 301 })
})

async function listOf(text: string) {
  return createMoves(await readMoves(async (path) => (path === '_redirects' ? text : undefined)))
}

test.each([
  ['^/old/?$', '/new', '/old', '/new'],
  ['^/old/?$', '/new', '/old/', '/new'],
  ['^/a\\.b/?$', '/new', '/a.b', '/new'],
  ['^/a%20b/?$', '/new', '/a b', '/new'],
  ['^/v1(?:/(.*))?/?$', 'https://old.example.com/$1', '/v1/a/b', 'https://old.example.com/a/b'],
  ['^/v1(?:/(.*))?/?$', '/v2/$1', '/v1', '/v2/'],
  ['^/users/([^/]+)/edit/?$', '/people/$1', '/users/jörg/edit', '/people/j%C3%B6rg'],
  ['^/([^/]+)/([^/]+)/?$', '/$2/$1', '/a/b', '/b/a'],
  ['^/x(.*)/?$', '/y$1', '/xa/b', '/ya/b'],
])('%s to %s leads from %s to %s', async (pattern, target, path, location) => {
  expect((await tableOf([pattern, target, 301]))(path)).toEqual({ location, status: 301 })
})

test.each([
  ['^/old/?$', '/older'],
  ['^/v1(?:/(.*))?/?$', '/v12'],
  ['^/users/([^/]+)/?$', '/users/a/b'],
  ['^/users/([^/]+)/?$', '/users/'],
  ['^/(a+)+/?$', '/aaaa'],
  ['^/a.b/?$', '/a.b'],
  ['/old', '/old'],
])('%s is no address for %s', async (pattern, path) => {
  expect((await tableOf([pattern, '/new', 301]))(path)).toBeUndefined()
})

test('no address leads to another host by what was asked for', async () => {
  const moves = await tableOf(['^/go(?:/(.*))?/?$', '/$1', 302], ['^/to(.*)/?$', '$1', 302])
  for (const path of ['/go//evil.example.com', '/go/\\evil.example.com', '/to//evil.example.com']) {
    expect(moves(path)?.location).toMatch(/^\/[^/\\]/)
  }
  expect(moves('/go/a\r\nSet-Cookie: b')?.location).toBe('/a%0D%0ASet-Cookie%3A%20b')
})

test('an address that moved to itself has not moved', async () => {
  const moves = await tableOf(['^/a/?$', '/a/', 301], ['^/b(?:/(.*))?/?$', '/b/$1#x', 301])
  expect([moves('/a'), moves('/a/'), moves('/b/c')]).toEqual([undefined, undefined, undefined])
  const home = await tableOf(['^(?:/(.*))?/?$', '/', 301])
  expect([home('/'), home('/a')?.location]).toEqual([undefined, '/'])
})

test('no table of a hostile bundle holds up the others who ask', async () => {
  const moves = await tableOf(
    [`^${'/(.*)a'.repeat(2)}b/?$`, '/new', 301],
    [`^/${'([^/]+)a'.repeat(7)}b/?$`, '/new', 301],
    [`^/${'(.*)a'.repeat(7)}/?$`, '/too-open', 301],
  )
  const before = process.cpuUsage()
  expect(moves(`/${'a'.repeat(500)}`)).toBeUndefined()
  // Of the processor, not of the clock: 20 ms when it was written, and for ever where each way is tried.
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
