import { expect, test } from 'vitest'
import { draw, element } from '../test-drawing.ts'

test('an icon takes size and color and stands in the line', () => {
  const { html } = draw(element('Icon', { icon: 'anchor', size: 24, color: '#0D7A5F' }))
  expect(html).toContain('style="font-size:24px;color:#0D7A5F"')
  expect(html).toContain('i-lucide-anchor')
})

test('the address of a picture is a picture', () => {
  expect(draw(element('Icon', { src: '/logo.svg' })).html).toContain('<img class="icon" src="file:/logo.svg" alt=""/>')
})
