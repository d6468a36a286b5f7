import { expect, test } from 'vitest'
import { normalizeDomain } from './normalize-domain.ts'

test.each([
  ['docs.example.com', 'docs.example.com'],
  ['Docs.EXAMPLE.com.', 'docs.example.com'],
  ['docs.example.com.:8443', 'docs.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example.', 'xn--bcher-kva.example'],
  ['docs。example。com', 'docs.example.com'],
  ['docs_1.2026', 'docs_1.2026'],
])('%s is %s', (text, name) => {
  expect(normalizeDomain(text)).toBe(name)
})

test.each([
  '',
  '.',
  '..',
  'a..b',
  'a/b',
  'ü/b',
  'a%2eb',
  'u@a',
  'a b',
  '[::1]',
  '*.example.com',
  'a\\b',
  'a?b',
  '../a',
])('%j is not a name', (text) => {
  expect(normalizeDomain(text)).toBe('')
})
