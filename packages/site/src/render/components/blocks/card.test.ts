import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a card is one link that may hold others', () => {
  const { html } = render(
    element('Card', { title: 'Tides', href: '/tides', icon: 'waves' }, element('a', { href: '/x' }, 'x')),
  )
  expect(html).toContain('<a class="card-link" href="to:/tides">Tides</a>')
  expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /)
})

test('a card without a title is still a link with a name', () => {
  const { html } = render(element('Card', { href: '/tides' }, 'High and low'))
  expect(html).toContain('<a class="card-link" href="to:/tides"><span class="visually-hidden">High and low</span></a>')
})

test('an arrow marks what leaves the site, unless the author decides', () => {
  const arrow = (props: object) => render(element('Card', { title: 'x', ...props })).html.includes('card-arrow')
  expect(arrow({ href: 'https://example.com' })).toBe(true)
  expect(arrow({ href: '/here' })).toBe(false)
  expect(arrow({ href: '/here', arrow: 'true' })).toBe(true)
  expect(arrow({ href: 'https://example.com', arrow: false })).toBe(false)
  expect(arrow({})).toBe(false)
})

test('a picture that is missing leaves a whole card', () => {
  const { html } = render(element('Card', { title: 'x', img: '/missing.png' }, 'text'))
  expect(html).not.toContain('<img')
  expect(html).toContain('text')
})

test('an icon that no set has is a neutral one and reported', () => {
  const { html, warnings } = render(element('Card', { title: 'x', icon: 'xyzzy-plugh' }))
  expect(html).toContain('i-lucide-circle-dashed')
  expect(warnings).toMatchObject([{ code: 'unknown_icon', at: { file: 'page.mdx' } }])
})

test('a card may look like a callout, with its icon unless it has one of its own', () => {
  const { html } = render(element('Card', { title: 'x', type: 'warning' }))
  expect(html).toContain('class="card card-warning"')
  expect(html).toContain('i-lucide-triangle-alert')
  expect(render(element('Card', { type: 'warning', icon: 'flag' })).html).toContain('i-lucide-flag')
  expect(render(element('Card', { type: 'constructor' })).html).toContain('<div class="card">')
})
