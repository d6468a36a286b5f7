import { expect, test } from 'vitest'
import { chooseProxy } from './choose-proxy.ts'

const proxyUrl = 'http://proxy.example.com:3128'

test.each([
  ['git.example.com', 443, undefined, true],
  ['git.example.com', 443, '', true],
  ['git.example.com', 443, '*', false],
  ['git.example.com', 443, 'git.example.com', false],
  ['git.example.com', 443, ' other.example.com , GIT.example.com ', false],
  ['git.example.com', 443, 'example.com', true],
  ['git.example.com', 443, '.example.com', false],
  ['git.example.com', 443, '*.example.com', false],
  ['a.git.example.com', 443, '.example.com', false],
  ['example.com', 443, '.example.com', true],
  ['badexample.com', 443, '.example.com', true],
  ['badexample.com', 443, 'example.com', true],
  ['git.example.com', 8443, 'git.example.com:8443', false],
  ['git.example.com', 443, 'git.example.com:8443', true],
  ['10.0.0.5', 443, '10.0.0.5', false],
  ['10.0.0.50', 443, '10.0.0.5', true],
  ['fd00::5', 443, '[fd00::5]', false],
  ['fd00::5', 443, 'fd00::5', false],
  ['fd00::5', 443, '[fd00::5]:443', false],
  ['git.example.com', 443, ',,', true],
])('%s:%d with NO_PROXY=%j goes through the proxy: %j', (host, port, noProxy, proxied) => {
  expect(chooseProxy({ host, port }, { proxyUrl, noProxy })).toBe(proxied ? proxyUrl : undefined)
})
