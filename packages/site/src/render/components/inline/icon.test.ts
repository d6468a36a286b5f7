import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('an icon takes size and color and stands in the line', () => {
  const { html } = render(element('Icon', { icon: 'anchor', size: 24, color: '#0D7A5F' }))
  expect(html).toContain('style="font-size:24px;color:#0D7A5F"')
  expect(html).toContain('i-lucide-anchor')
})

test('the address of a picture is a picture', () => {
  expect(render(element('Icon', { src: '/logo.svg' })).html).toContain(
    '<img class="icon" src="file:/logo.svg" alt=""/>',
  )
})
