import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

const block = (language: string, meta: string) => element('CodeBlock', { language, meta, code: 'x' })

test('each block is a tab, named by its title or its language', () => {
  const { html } = render(element('CodeGroup', {}, '\n', block('bash', 'cURL'), '\n', block('py', '')))
  expect([...html.matchAll(/<label[^>]*><input[^>]*>([^<]*)<\/label>/g)].map((match) => match[1])).toEqual([
    'cURL',
    'Python',
  ])
  expect(html.match(/checked/g)).toHaveLength(1)
})

test('blocks that a snippet wraps are found', () => {
  expect(render(element('CodeGroup', {}, element('div', {}, block('go', '')))).html).toContain('>Go</label>')
})

test('a group without code draws what it has', () => {
  expect(render(element('RequestExample', {}, element('p', {}, 'soon'))).html).toContain('<p>soon</p>')
})

test('with script a menu takes the place of the tabs, where the author asks for it', () => {
  const html = (props: object) => render(element('CodeGroup', { ...props }, block('go', ''), block('py', ''))).html
  expect(html({ dropdown: true })).toMatch(
    /<div class="tabs code-group tabs-menu".*<select class="tab-select" aria-label="Language"><option selected="">Go<\/option><option>Python<\/option><\/select>/,
  )
  expect(html({})).not.toContain('select')
  expect(html({ dropdown: false })).not.toContain('select')
})
