import { expect, test } from 'vitest'
import type { GitHostKind } from './git-host.ts'
import { locateApi } from './locate-api.ts'

test.each<[string, GitHostKind | null, string, string]>([
  ['https://github.com/acme/docs.git', null, 'https://api.github.com', 'acme/docs'],
  ['https://git.acme.example/acme/docs', 'github', 'https://git.acme.example/api/v3', 'acme/docs'],
  ['https://gitlab.com/acme/team/docs.git', null, 'https://gitlab.com/api/v4', 'acme/team/docs'],
  ['https://git.acme.example/acme/docs.git/', 'gitea', 'https://git.acme.example/api/v1', 'acme/docs'],
  ['https://acme.example/gitea/acme/docs.git', 'gitea', 'https://acme.example/gitea/api/v1', 'acme/docs'],
])('the API of %s is known', (repository, kind, apiUrl, path) => {
  expect(locateApi({ repository, kind, apiUrl: null })).toMatchObject({ apiUrl, path })
})

test('an API URL of the project goes before what is usual', () => {
  const place = { repository: 'https://github.com/a/b', kind: null, apiUrl: 'https://proxy.example.com/github/' }
  expect(locateApi(place)).toEqual({ kind: 'github', apiUrl: 'https://proxy.example.com/github', path: 'a/b' })
})

test('a host of an unknown kind is told how to say which it is', () => {
  const place = { repository: 'https://git.acme.example/a/b', kind: null, apiUrl: null }
  expect(() => locateApi(place)).toThrow(/git host to github, gitlab or gitea/)
})
