import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitEnvironment, secretsOf } from './git-environment.ts'

beforeEach(() => {
  process.env.CANARY_OF_OURS = 'canary'
})
afterEach(() => {
  delete process.env.CANARY_OF_OURS
})

const transport = {
  url: { href: 'https://git.example.com/a', protocol: 'https', host: 'git.example.com', port: 443, allowListed: false },
  addresses: ['93.184.215.14'],
  credential: { username: 'reader', secret: 'p@ss' },
} as const

test('git gets nothing of our environment but where programs are', () => {
  const names = Object.keys(gitEnvironment('/repository', transport)).filter((name) => !name.startsWith('GIT_'))
  expect(names.sort()).toEqual(['HOME', 'LC_ALL', 'PATH'])
  expect(JSON.stringify(gitEnvironment('/repository', transport))).not.toContain('canary')
})

test('all that stands for a secret is known, to be struck out of what is said', () => {
  const basic = Buffer.from('reader:p@ss').toString('base64')
  const secrets = secretsOf({ ...transport, proxyUrl: 'http://user:pr%40xy@proxy.example.com' })
  expect(secrets).toEqual(expect.arrayContaining(['p@ss', 'p%40ss', basic, 'pr%40xy', 'pr@xy']))
})
