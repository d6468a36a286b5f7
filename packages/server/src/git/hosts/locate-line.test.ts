import { expect, test } from 'vitest'
import { locateLine } from './locate-line.ts'

const commit = 'a'.repeat(40)

test.each([
  ['https://github.com/acme/docs.git', null, `https://github.com/acme/docs/blob/${commit}/a%20b/c.mdx?plain=1#L7`],
  ['https://gitlab.com/a/b/docs', null, `https://gitlab.com/a/b/docs/-/blob/${commit}/a%20b/c.mdx?plain=1#L7`],
  [
    'https://git.example/x/acme/docs.git/',
    'gitea' as const,
    `https://git.example/x/acme/docs/src/commit/${commit}/a%20b/c.mdx?display=source#L7`,
  ],
])('a line of %s has the address that its host shows it at', (repository, kind, expected) => {
  expect(locateLine({ kind, repository, commit }, 'a b/c.mdx', 7)).toBe(expected)
})

test('a file without a line is linked as a whole, without the credential of its repository', () => {
  const source = { kind: null, repository: 'https://me:secret@github.com/acme/docs', commit }
  expect(locateLine(source, 'docs.json', null)).toBe(`https://github.com/acme/docs/blob/${commit}/docs.json?plain=1`)
})

test('an unknown host, another protocol or a commit that is none has no link', () => {
  expect(locateLine({ kind: null, repository: 'https://git.example/a/b', commit }, 'a.mdx', 1)).toBeUndefined()
  expect(locateLine({ kind: 'gitea', repository: 'javascript://github.com/a/b', commit }, 'a.mdx', 1)).toBeUndefined()
  expect(locateLine({ kind: null, repository: 'https://github.com/a/b', commit: 'main' }, 'a.mdx', 1)).toBeUndefined()
})
