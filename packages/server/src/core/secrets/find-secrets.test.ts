import { expect, test } from 'vitest'
import { makeKey } from '../keys/key-format.ts'
import { findSecrets } from './find-secrets.ts'
import { fingerprintOf } from './fingerprint.ts'
import { createExceptions, parseException } from './secret-rules.ts'

// Put together here, so that nothing which looks for secrets in this repository finds one.
const random = (length: number) => 'aB3dE5gH7jK9mN2pQ4sT6vW8xY0zC1fLuR'.repeat(3).slice(0, length)
const samples: [string, string][] = [
  ['aws_access_key', `AKIA${'Q3EGR7TXZB2MKWLN'}`],
  ['github_token', `ghp_${random(36)}`],
  ['github_token', `github_pat_${random(22)}_${random(59)}`],
  ['gitlab_token', `glpat-${random(20)}`],
  ['slack_token', `xoxb-${random(24)}`],
  ['stripe_key', `sk_live_${random(24)}`],
  ['google_api_key', `AIza${random(35)}`],
  ['anthropic_key', `sk-ant-api03-${random(40)}`],
  ['openai_key', `sk-proj-${random(48)}`],
  ['npm_token', `npm_${random(36)}`],
  ['private_key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${random(64)}`],
]

test.each(samples)('%s is found, in quotes or in a URL, with its line and column', (name, secret) => {
  for (const before of ['', 'token = "', 'https://host/?k=']) {
    const { others } = findSecrets(`First.\nSecond: ${before}${secret}"\nThird.`, undefined)
    expect(others).toMatchObject([{ pattern: { name }, line: 2, column: 9 + before.length }])
  }
})

test.each([
  'AKIAIOSFODNN7EXAMPLE',
  `ghp_${'x'.repeat(36)}`,
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk-your-key-goes-here-and-nowhere-else-at-all',
  'npm_install_everything_in_this_folder_x',
  `-----BEGIN ${'PRIVATE'} KEY-----\n...\n-----END`,
])('%s is shown, not given away', (text) => {
  expect(findSecrets(text, undefined).others).toEqual([])
})

test('a key of ours is found by its checksum, and one with another letter is none', () => {
  const key = makeKey()
  const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  expect(findSecrets(`use ${key}, not ${wrong} or ${key}x`, undefined).ownKeys).toEqual([{ key, line: 1, column: 5 }])
})

test('a credential is found wherever it stands, whatever its form', () => {
  const text = Buffer.from('é: geheim-wörd\n\n(geheim-wörd)').toString('latin1')
  expect(findSecrets(text, fingerprintOf('geheim-wörd')).credential).toEqual([
    { line: 1, column: 4 },
    { line: 3, column: 2 },
  ])
})

test('a credential is found at every place, and nothing that only looks like it', () => {
  const secret = 'abababab'
  const places = (text: string) => findSecrets(text, fingerprintOf(secret)).credential.map(({ column }) => column)
  expect(places(secret)).toEqual([1])
  expect(places(`x${secret}${secret}x`)).toEqual([2, 10])
  expect(places('babababa')).toEqual([])
  expect(places(secret.slice(1))).toEqual([])
  expect(fingerprintOf('too few')).toBeUndefined()
})

test('a project leaves alone what it names, by page and by form', () => {
  const rules = { found: 'fail', exceptions: ['guides/a.mdx:aws_access_key', '*:npm_token', 'b.mdx:*'] } as const
  const isExcepted = createExceptions(rules)
  expect(isExcepted('guides/a.mdx', 'aws_access_key')).toBe(true)
  expect(isExcepted('guides/a.mdx', 'github_token')).toBe(false)
  expect(isExcepted('c.mdx', 'npm_token')).toBe(true)
  expect(isExcepted('b.mdx', 'github_token')).toBe(true)
})

test.each(['aws_access_key', 'a.mdx:nothing', ':npm_token'])('%s is no exception', (text) => {
  expect(() => parseException(text)).toThrow('is no exception')
})

test('a single line of two hundred thousand secrets is gone over once', () => {
  const secret = samples[0]?.[1]
  const text = `${secret} `.repeat(200_000)
  const began = performance.now()
  expect(findSecrets(text, undefined).others).toHaveLength(2_000)
  expect(findSecrets(text, fingerprintOf(secret)).credential).toHaveLength(200_000)
  // Some 150 ms; if each were counted from the start, minutes.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test.each([
  'hooks.slack.com/services/T',
  'glpat-',
  'sk-ant-',
  '-----BEGIN ',
  'xoxb-',
  'sk_live_',
  'github_pat_',
  'AKIA',
])('a file of twenty million letters behind %s is gone over once, and overflows nothing', (start) => {
  const before = process.cpuUsage()
  findSecrets(`${start}${'T'.repeat(20_000_000)}`, undefined)
  findSecrets(start.repeat(20_000_000 / start.length), undefined)
  // 150 ms on a calm machine.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
})

test('no credential takes long to be looked for, whatever it and the text are', () => {
  const before = process.cpuUsage()
  const credential = `${'a'.repeat(30_000)}b${'a'.repeat(30_000)}`
  expect(findSecrets('a'.repeat(20_000_000), fingerprintOf(credential)).credential).toEqual([])
  // 100 ms on a calm machine; with indexOf hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
})
