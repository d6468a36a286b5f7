import { expect, test } from 'vitest'
import { createPageIcons } from './create-page-icons.ts'

test('an icon is written once on a page and then referred to', () => {
  const icon = createPageIcons('lucide')
  const first = icon('rocket')
  const second = icon('rocket')
  expect(first).toContain('<g id="i-lucide-rocket"><g fill="none"')
  expect(second).toBe('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-lucide-rocket"/></svg>')
})

test("each library's own names are found, and brands from any of them", () => {
  expect(createPageIcons('fontawesome')('magnifying-glass')).toContain('i-fa6-solid-magnifying-glass')
  expect(createPageIcons('fontawesome')('discord')).toContain('i-fa6-brands-discord')
  expect(createPageIcons('tabler')('settings')).toContain('i-tabler-settings')
  expect(createPageIcons('lucide')('x-twitter')).toContain('i-fa6-brands-x-twitter')
})

test("a style of Font Awesome's chooses its set", () => {
  expect(createPageIcons('fontawesome')('circle-check', { type: 'regular' })).toContain('i-fa6-regular-circle-check')
})

test('a name that is no icon gives nothing, not even a name that every object has', () => {
  const icon = createPageIcons('lucide')
  expect(icon('xyzzy-plugh')).toBeUndefined()
  expect(icon('constructor')).toBeUndefined()
  expect(icon('"><script>')).toBeUndefined()
})
