import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a formula is MathML that needs no style and no font', () => {
  const { html } = render(element('Math', { tex: 'e^{i\\pi}', display: false }), element('Latex', {}, 'E = mc^2'))
  expect(html.match(/<math/g)).toHaveLength(2)
  expect(html).not.toContain('katex-html')
})

test('a formula on its own line stands in the middle', () => {
  expect(render(element('Math', { tex: 'x', display: true })).html).toMatch(/^<div class="math">.*display="block"/)
})

test('a wrong formula is shown as it is, and can neither link nor run', () => {
  const { html } = render(element('Math', { tex: '\\href{javascript:alert(1)}{x} \\frac{' }))
  expect(html).not.toMatch(/<a |href="javascript/)
  expect(html).toContain('frac')
})

test('a formula that expands for ever ends', () => {
  expect(render(element('Math', { tex: '\\def\\a{\\a\\a}\\a' })).html).toContain('\\def')
})
