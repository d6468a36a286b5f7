import { expect, test } from 'vitest'
import { parseDocsPath } from './parse-docs-path.ts'
import { parseGitHost } from './parse-git-host.ts'

test.each([
  ['docs', 'docs'],
  ['/docs/', 'docs'],
  ['./packages/site/docs//', 'packages/site/docs'],
  ['.', ''],
  ['./', ''],
  ['///', ''],
])('%s is the folder %j', (text, path) => {
  expect(parseDocsPath(text)).toBe(path)
})

test('a form of slashes alone is read as fast as any other', () => {
  const slashes = `a${'/'.repeat(65_000)}b`
  const before = process.cpuUsage()
  expect(() => parseDocsPath(slashes)).toThrow('is no folder')
  expect(() => parseGitHost({ apiUrl: `https://${slashes}` }, { allowedHosts: [] })).toThrow('longer than 1024')
  // 2 ms on a calm machine; as an expression three seconds each.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000)
})
