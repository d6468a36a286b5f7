import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a named color is a hue of the theme, another is taken as it is', () => {
  expect(render(element('Badge', { color: 'orange', stroke: true }, 'new')).html).toBe(
    '<span class="badge badge-orange badge-md badge-stroke">new</span>',
  )
  expect(render(element('Badge', { color: '#123456' }, 'new')).html).toContain('style="--hue-text:#123456"')
})

test('a color cannot carry anything but a color', () => {
  expect(render(element('Badge', { color: 'red;background:url(//evil)' }, 'x')).html).not.toContain('evil')
})

test('every named color, size and shape looks different', () => {
  const badge = (props: object) => render(element('Badge', { ...props }, 'x')).html
  const colors = 'gray blue green yellow orange red purple white surface white-destructive surface-destructive'
  for (const color of colors.split(' ')) expect(badge({ color })).toContain(`class="badge badge-${color} badge-md"`)
  expect(badge({ shape: 'pill' })).toContain('badge-pill')
  expect(badge({ shape: 'rounded' })).toBe(badge({}))
})
