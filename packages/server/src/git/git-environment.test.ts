import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitEnvironment, secretsOf } from './git-environment.ts'

beforeEach(() => {
  process.env.CANARY_OF_OURS = 'canary'
})
afterEach(() => {
  delete process.env.CANARY_OF_OURS
})

test('git gets nothing of our environment but where programs are', () => {
  const environment = gitEnvironment('/repository', 512 * 1024 ** 2, 'http://127.0.0.1:1/relay')
  const names = Object.keys(environment).filter((name) => !name.startsWith('GIT_'))
  expect(names.sort()).toEqual(['HOME', 'LC_ALL', 'MALLOC_ARENA_MAX', 'PATH'])
  expect(JSON.stringify(environment)).not.toContain('canary')
})

test('all that stands for a secret is known, to be struck out of what is said', () => {
  const credential = { username: 'reader', secret: 'p@ss' }
  const basic = Buffer.from('reader:p@ss').toString('base64')
  const secrets = secretsOf({ credential, proxyUrl: 'http://user:pr%40xy@proxy.example.com' })
  expect(secrets).toEqual(expect.arrayContaining(['p@ss', 'p%40ss', basic, 'pr%40xy', 'pr@xy']))
})
