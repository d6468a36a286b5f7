import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { element, render } from '../../../testing/render-component.ts'
import { loadIcon } from './load-icon.ts'
import { listNearest } from './nearest-icon.ts'

test.each([
  ['wave-pulse', 'wave-square'],
  ['message-bot', 'robot'],
  ['rocket-launch', 'rocket'],
  ['exclamation-triangle', 'triangle-exclamation'],
  ['brackets-curly', 'code'],
  ['fa-user-robot', 'robot'],
  ['sparkles-on-fire', 'sparkles'],
])('%s is shown as %s', (name, instead) => {
  expect(loadIcon(name, 'fontawesome')?.instead).toBe(instead)
})

test('every name of the table is one that no set has, and stands for one that a set has', () => {
  const file = new URL('../../../assets/icons/nearest-icons.json', import.meta.url)
  const groups: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.values(groups).flatMap((list) => list.split(' '))
  expect(new Set(names).size).toBe(names.length)
  for (const [free, list] of Object.entries(groups)) {
    expect(loadIcon(free, 'fontawesome')?.instead, free).toBeUndefined()
    for (const name of list.split(' ')) expect(loadIcon(name, 'fontawesome')?.instead, name).toBe(free)
  }
})

test('what is no name is not looked for, and a long one not in parts', () => {
  expect(loadIcon('"><script>', 'fontawesome')).toBeUndefined()
  expect(loadIcon('constructor', 'fontawesome')).toBeUndefined()
  expect(listNearest(Array.from({ length: 5000 }, () => 'rocket').join('-'))).toEqual([])
})

test('the report says which icon stands for which', () => {
  const { html, warnings } = render(element('Icon', { icon: 'rocket-launch' }), element('Icon', { icon: 'rocket' }))
  expect(html).toContain('i-lucide-rocket')
  expect(warnings).toMatchObject([{ code: 'nearest_icon', message: expect.stringContaining('"rocket" is shown') }])
})

test('a character is an icon too', () => {
  expect(render(element('Icon', { icon: '★' })).html).toContain('<span class="icon">★</span>')
})
