import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a parameter says its name, type, need and default, and can be linked to', () => {
  const { html } = render(
    element('ParamField', { query: 'nights', type: 'integer', required: true, default: '1' }, 'How long.'),
  )
  expect(html).toContain('<div class="field" id="param-nights">')
  expect(html).toContain('<code>nights</code>')
  expect(html).toContain('<span class="field-label">query</span>')
  expect(html).toContain('<span class="field-required">required</span>')
  expect(html).toContain('default: <code>1</code>')
})

test('a default of false or 0 is a default', () => {
  expect(render(element('ResponseField', { name: 'x', default: false })).html).toContain('<code>false</code>')
  expect(render(element('ResponseField', { name: 'x', default: 0 })).html).toContain('<code>0</code>')
  expect(render(element('ResponseField', { name: 'x' })).html).not.toContain('default')
})

test('what stands before and after a name is shown, and what is deprecated', () => {
  const { html } = render(element('ResponseField', { name: 'x', pre: ['a'], post: ['b'], deprecated: true }))
  expect(html).toMatch(
    /<span class="field-label">a<\/span><a class="field-name".*<\/a><span class="field-label">b<\/span>/,
  )
  expect(html).toContain('deprecated')
})

test('the fields of an object fold', () => {
  expect(render(element('Expandable', { title: 'owner' }, 'x')).html).toContain(
    '<details class="expandable"><summary>owner</summary>',
  )
  expect(render(element('Expandable', { defaultOpen: 'True' }, 'x')).html).toContain('open=""')
})
