import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a color shows itself and its value', () => {
  const { html } = render(element('Color.Item', { name: 'sea', value: '#5d8794' }))
  expect(html).toContain('style="--light:#5d8794;--dark:#5d8794"')
  expect(html).toContain('<code>#5d8794</code>')
})

test('a color may differ between light and dark', () => {
  const { html } = render(element('Color.Item', { name: 'hull', value: { light: '#111', dark: '#eee' } }))
  expect(html).toContain('--light:#111;--dark:#eee')
  expect(html).toContain('#111 / #eee')
})

test('what is no color sets no style', () => {
  expect(render(element('Color.Item', { name: 'x', value: 'red;x:url(//evil)' })).html).not.toContain('style')
})

test('rows have titles', () => {
  const { html } = render(element('Color', { variant: 'table' }, element('Color.Row', { title: 'Water' })))
  expect(html).toContain('colors-table')
  expect(html).toContain('Water')
})
