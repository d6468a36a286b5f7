import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('each kind says what it is to those who cannot see its color', () => {
  for (const kind of ['Note', 'Tip', 'Info', 'Warning', 'Danger', 'Check']) {
    const { html } = render(element(kind, {}, 'text'))
    expect(html).toContain(`<div class="callout callout-${kind.toLowerCase()}" role="note" aria-label="${kind}">`)
    expect(html).toContain('<svg')
  }
})

test("a callout of the author's own has its icon and color", () => {
  const { html } = render(element('Callout', { icon: 'key', color: '#FFC107' }, 'text'))
  expect(html).toContain('--hue-text:#FFC107')
  expect(html).toContain('i-lucide-key')
})

test('a title stands above the text', () => {
  expect(render(element('Tip', { title: 'First' }, 'then')).html).toContain('<p class="callout-title">First</p>then')
})
