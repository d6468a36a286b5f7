import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('steps keep their order and can be linked to', () => {
  const { html } = render(
    element('Steps', {}, element('Step', { title: 'Read' }, 'a'), element('Step', { title: 'Call' }, 'b')),
  )
  expect(html.indexOf('id="read"')).toBeLessThan(html.indexOf('id="call"'))
})

test('titles are headings only where the author asks for it', () => {
  const step = element('Step', { title: 'Read' })
  expect(render(element('Steps', {}, step)).html).toMatch(
    /<p class="step-title"><a class="anchor" href="#read"[^>]*><\/a>Read<\/p>/,
  )
  expect(render(element('Steps', { titleSize: 'h3' }, step)).html).toMatch(
    /<h3 class="step-title" id="read">.*Read<\/h3>/,
  )
  expect(render(element('Steps', { titleSize: 'script' }, step)).html).toContain('<p class="step-title">')
})

test('a step may have an icon or a number of its own', () => {
  expect(render(element('Step', { title: 'x', icon: 'flag' })).html).toContain('i-lucide-flag')
  expect(render(element('Step', { title: 'x', stepNumber: 4 })).html).toContain('style="--step:4"')
})

test('a step goes without a link to itself where the author says so', () => {
  expect(render(element('Step', { title: 'Read', noAnchor: true })).html).toContain('<p class="step-title">Read</p>')
})
