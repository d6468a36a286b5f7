import { expect, test } from 'vitest'
import { nameBrowser } from './name-browser.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1', 'Safari on iOS'],
  ['curl/8.9.1', 'curl'],
  [null, 'Unknown browser'],
])('%s is said as a person would say it', (agent, name) => {
  expect(nameBrowser(agent)).toBe(name)
})
