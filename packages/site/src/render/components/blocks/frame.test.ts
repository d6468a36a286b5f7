import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a frame holds a picture with its caption and hint', () => {
  const { html } = render(
    element('Frame', { caption: 'The mole', hint: 'At dusk' }, element('img', { src: '/a.png', alt: 'Mole' })),
  )
  expect(html).toMatch(/^<figure class="frame"><p class="frame-hint">At dusk<\/p>/)
  expect(html).toContain('<figcaption>The mole</figcaption></figure>')
})
