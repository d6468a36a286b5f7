import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

const view = (title: string) => element('View', { title }, title.toLowerCase())

test('views that follow one another are one choice', () => {
  const { html } = render(
    view('JavaScript'),
    { kind: 'text', value: '\n\n' },
    view('Python'),
    element('p', {}, 'after'),
  )
  expect(html.match(/class="tabs views"/g)).toHaveLength(1)
  expect(html).toMatch(/python<\/div><\/div><p>after<\/p>$/)
})

test('views with text between them are two', () => {
  expect(render(view('A'), element('p', {}, 'x'), view('B')).html.match(/class="tabs views"/g)).toHaveLength(2)
})
