import { expect, test } from 'vitest'
import { listPackScopes, settleScopes } from './settle-scopes.ts'

const before = { en: ['a', 'b'], fr: ['b', 'c'] }
const neverRead = async () => expect.unreachable('a pack that is known is not read')

const settle = async (packs: string[], readSearch: (at: number) => Promise<{ scope: string }[]>) =>
  settleScopes(await listPackScopes(packs, before, readSearch), before)

test('with the same packs every scope is as it was, and none of them is read', async () => {
  expect(await settle(['a', 'b', 'c'], neverRead)).toEqual(new Set(['en', 'fr']))
})

test.each([
  ['another pack in the place of one', ['x', 'b', 'c'], 'en', ['fr']],
  ['a pack more', ['a', 'b', 'c', 'x'], 'fr', ['en']],
  ['a pack of a scope that is new', ['a', 'b', 'c', 'x'], 'ja', ['en', 'fr']],
  ['a pack that now has pages of both', ['a', 'x', 'c'], 'en', []],
  ['a pack without pages that are searched', ['a', 'b', 'x', 'c'], '', ['en', 'fr']],
])('%s unsettles the scopes that it is of', async (_, packs, scope, settled) => {
  const readSearch = async () => (scope === '' ? [] : [{ scope }])
  expect(await settle(packs, readSearch)).toEqual(new Set(settled))
})

test('packs in another order give another index', async () => {
  expect(await settle(['b', 'a', 'c'], neverRead)).toEqual(new Set(['fr']))
})

test('a pack that is gone unsettles the scopes that it was of', async () => {
  expect(await settle(['a', 'b'], neverRead)).toEqual(new Set(['en']))
})
