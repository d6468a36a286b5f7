import type { SitePart } from '@bindery/site'
import { expect, test } from 'vitest'
import { settleScopes } from './settle-scopes.ts'

const before = { en: ['a', 'b'], fr: ['b', 'c'] }
const partOf = (...scopes: string[]): SitePart => ({
  pages: [],
  search: scopes.map((scope) => ({ scope, pages: [], terms: '' })),
})
const neverRead = async () => expect.unreachable('a pack that is known is not read')

test('with the same packs every scope is as it was, and none of them is read', async () => {
  expect(await settleScopes(['a', 'b', 'c'], before, neverRead)).toEqual(new Set(['en', 'fr']))
})

test.each([
  ['another pack in the place of one', ['x', 'b', 'c'], 'en', ['fr']],
  ['a pack more', ['a', 'b', 'c', 'x'], 'fr', ['en']],
  ['a pack of a scope that is new', ['a', 'b', 'c', 'x'], 'ja', ['en', 'fr']],
  ['a pack that now has pages of both', ['a', 'x', 'c'], 'en', []],
  ['a pack without pages that are searched', ['a', 'b', 'x', 'c'], '', ['en', 'fr']],
])('%s unsettles the scopes that it is of', async (_, packs, scope, settled) => {
  const readPart = async () => partOf(...(scope === '' ? [] : [scope]))
  expect(await settleScopes(packs, before, readPart)).toEqual(new Set(settled))
})

test('packs in another order give another index', async () => {
  expect(await settleScopes(['b', 'a', 'c'], before, neverRead)).toEqual(new Set(['fr']))
})

test('a pack that is gone unsettles the scopes that it was of', async () => {
  expect(await settleScopes(['a', 'b'], before, neverRead)).toEqual(new Set(['en']))
})
