import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a banner and a panel hold what they are given', () => {
  expect(render(element('Banner', {}, 'Closed today')).html).toContain('Closed today')
  expect(render(element('Panel', {}, 'Beside')).html).toContain('<aside class="panel">Beside</aside>')
})

test('what an author puts beside the text is gathered in one place, between what stands before and after it', () => {
  const text = (words: string) => element('p', {}, words)
  const { html } = render(
    text('a'),
    element('Panel', {}, 'P'),
    text('b'),
    element('RequestExample', {}, 'R'),
    text('c'),
  )
  expect(html).toBe(
    '<div class="beside"><div class="beside-text"><p>a</p></div>' +
      '<div class="beside-side"><aside class="panel">P</aside><div class="example example-request">R</div></div>' +
      '<div class="beside-text"><p>b</p><p>c</p></div></div>',
  )
  expect(render(element('div', {}, element('Panel', {}, 'inside'))).html).not.toContain('beside')
})
