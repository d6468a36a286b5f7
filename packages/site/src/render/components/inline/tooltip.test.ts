import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a tip is tied to its term for those who hear the page', () => {
  const { html } = render(
    element('Tooltip', { tip: 'Below the water', headline: 'Draught', href: '/x', cta: 'More' }, 'draught'),
  )
  expect(html).toContain('aria-describedby="tip">draught</button>')
  expect(html).toContain('role="tooltip" id="tip"><strong>Draught </strong>Below the water<a href="to:/x"> More</a>')
})
