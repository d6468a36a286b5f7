import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('an entry is named and linked by its label', () => {
  const { html } = render(element('Update', { label: 'June 2025', description: 'v1.2', tags: ['Fixes'] }, 'x'))
  expect(html).toContain(
    '<section class="update" id="june-2025" aria-label="June 2025" data-bindery-tags="[&quot;Fixes&quot;]">',
  )
  expect(html).toContain('<a class="update-label" href="#june-2025">June 2025</a>')
  expect(html).toContain('Fixes')
})

test('an entry is kept for the feed, in the words that its author has for it', () => {
  const rss = { title: 'Lamps', description: 'New lamps' }
  const { updates } = render(element('Update', { label: 'May 2025', tags: 'Fixes', rss }, element('p', {}, 'Text')))
  expect(updates).toEqual([
    {
      id: 'may-2025',
      label: 'May 2025',
      description: undefined,
      title: 'Lamps',
      summary: 'New lamps',
      tags: ['Fixes'],
      html: '<p>Text</p>',
    },
  ])
})

test('the tags of all entries stand once before the first, and wait for a script that can filter', () => {
  const update = (tags: string[]) => element('Update', { label: 'x', tags }, 'text')
  const { html } = render(update(['Fixes', 'API']), update(['API']))
  expect(html).toMatch(/^<fieldset class="update-filter" hidden=""><legend[^>]*>Filter by tag<\/legend>/)
  expect([...html.matchAll(/type="checkbox" value="(\w+)"/g)].map(([, tag]) => tag)).toEqual(['Fixes', 'API'])
  expect(render(element('Update', { label: 'x' })).html).not.toContain('fieldset')
})
