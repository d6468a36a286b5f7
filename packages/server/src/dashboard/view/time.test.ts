import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { formatRelative } from './time.tsx'

const cases: [seconds: number, text: string][] = [
  [3_599, 'in 1 hour'],
  [3_600, 'in 1 hour'],
  [3_540, 'in 59 minutes'],
  [86_399, 'tomorrow'],
  [7 * 86_400 - 1, 'in 7 days'],
  [30 * 86_400 - 1, 'next month'],
  [-59.6, '1 minute ago'],
  [-4, '4 seconds ago'],
  [0, 'now'],
]

test('a fresh expiry is not rounded down: a link of an hour ends in an hour', () => {
  expect(cases.map(([seconds]) => formatRelative(seconds))).toEqual(cases.map(([, text]) => text))
})

test('the script writes the same times as the server', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const times = cases.map(([seconds]) => ({ dateTime: new Date(now + seconds * 1000).toISOString(), textContent: '' }))
  const document = { querySelectorAll: (what: string) => (what === 'time[datetime]' ? times : []) }
  const script = await readFile(new URL('../../../assets/dashboard.js', import.meta.url), 'utf8')
  const clock = { parse: Date.parse, now: () => now }
  runInNewContext(script, { document, Intl, Date: clock, setInterval() {}, addEventListener() {} })
  expect(times.map(({ textContent }) => textContent)).toEqual(cases.map(([, text]) => text))
})
