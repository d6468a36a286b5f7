import { expect, test } from 'vitest'
import { draw, element } from './test-drawing.ts'

test('an entry is named and linked by its label', () => {
  const { html } = draw(element('Update', { label: 'June 2025', description: 'v1.2', tags: ['Fixes'] }, 'x'))
  expect(html).toContain('<section class="update" id="june-2025" aria-label="June 2025">')
  expect(html).toContain('<a class="update-label" href="#june-2025">June 2025</a>')
  expect(html).toContain('Fixes')
})
