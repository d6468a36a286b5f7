import { expect, test } from 'vitest'
import { element, render } from '../../../testing/render-component.ts'
import { componentNames } from './component-names.ts'

test('text and attributes come out escaped, whatever they hold', () => {
  const { html } = render(element('p', { title: '"><script>', id: 'a' }, '<b> & "quotes"'))
  expect(html).toBe('<p title="&quot;&gt;&lt;script&gt;" id="a">&lt;b&gt; &amp; "quotes"</p>')
})

test('links and images get the addresses that the site gives them', () => {
  const { html } = render(element('a', { href: '/x' }, 'x'), element('img', { src: '/i.png', alt: 'An i' }))
  expect(html).toContain('<a href="to:/x">x</a>')
  expect(html).toContain('<img src="file:/i.png" alt="An i" width="8" height="6" loading="lazy" decoding="async">')
})

test('a missing image is a placeholder that makes no request', () => {
  const { html } = render(element('img', { src: '/missing.png', alt: 'A <chart>' }))
  expect(html).toBe('<span class="missing" role="img" aria-label="A &lt;chart&gt;">A &lt;chart&gt;</span>')
})

test('a missing image without words is no image to those who listen', () => {
  expect(render(element('img', { src: '/missing.png' })).html).toBe('<span class="missing"></span>')
})

test('of two missing pictures for light and dark only one stands there', () => {
  const { html } = render(element('img', { src: '/missing.png', class: 'block dark:hidden' }))
  expect(html).toBe('<span class="missing block dark:hidden"></span>')
})

test('a missing video is a placeholder that asks for nothing', () => {
  const { html } = render(element('video', { src: '/missing.mp4', controls: true, class: 'dark:hidden' }))
  expect(html).toBe('<span class="missing dark:hidden"></span>')
})

test('every candidate of a picture gets its address, and a missing one is not asked for', () => {
  const { html } = render(
    element(
      'picture',
      {},
      element('source', { srcset: '/a.png 1x,/b.png 2x, /missing.png 3x', media: '(min-width: 600px)' }),
      element('source', { srcset: '/missing.webp', type: 'image/webp' }),
      element('img', { src: '/c.png', alt: 'C', srcset: '/c,1.png, https://example.com/d.png  640w' }),
    ),
  )
  expect(html).toBe(
    '<picture><source srcset="file:/a.png 1x, file:/b.png 2x" media="(min-width: 600px)">' +
      '<img src="file:/c.png" alt="C" srcset="file:/c,1.png, file:https://example.com/d.png 640w" ' +
      'width="8" height="6" loading="lazy" decoding="async"></picture>',
  )
})

test('a header cell that names nothing is an ordinary cell', () => {
  const row = element(
    'tr',
    {},
    element('th', { scope: 'col', align: 'right' }, ' ', element('strong')),
    element('th', { scope: 'col' }, element('code', {}, 'name')),
    element('th', { 'aria-label': 'Actions' }),
    element('th', {}, element('Icon', { icon: 'check' })),
  )
  const { html } = render(row)
  expect(html).toContain('<tr><td align="right"> <strong></strong></td><th scope="col"><code>name</code></th>')
  expect(html).toContain('<th aria-label="Actions"></th><th>')
})

test('a summary, which is a button, holds no link of ours', () => {
  const { html } = render(element('details', {}, element('summary', {}, element('h3', { id: 'more' }, 'More'))))
  expect(html).toBe('<details><summary><h3 id="more">More</h3></summary></details>')
})

test('a link holds no link of ours, and a heading in it keeps its addresses', () => {
  const { html } = render(element('a', { href: '/x' }, element('h3', { id: 'more', alias: 'mehr' }, 'More')))
  expect(html).toBe('<a href="to:/x"><h3 id="more"><span id="mehr"></span>More</h3></a>')
})

test('a heading with an id carries a link to itself', () => {
  const { html } = render(element('h2', { id: 'größe' }, 'Größe'))
  expect(html).toContain('<h2 id="größe"><a class="anchor" href="#gr%C3%B6%C3%9Fe"')
})

test('the boxes of a task list say what they mean', () => {
  const { html } = render(element('input', { type: 'checkbox', checked: true, disabled: true }))
  expect(html).toBe('<input aria-label="done" type="checkbox" checked disabled>')
})

test('a component that nobody defines keeps its children', () => {
  expect(render(element('Sparkle', { on: true }, element('p', {}, 'kept'))).html).toBe('<p>kept</p>')
})

test('every component draws its children, even with no props at all', () => {
  const hidesText = new Set(['CodeBlock', 'Math', 'Icon', 'Color.Item', 'Tree.File', 'Tree.Folder', 'Tabs'])
  for (const name of componentNames) {
    const { html } = render(element(name, {}, 'inner text'))
    if (!hidesText.has(name)) expect(html, name).toContain('inner text')
  }
})

test('markup in any text prop is escaped in every component', () => {
  const attack = '<img src=x onerror=alert(1)>"\'><script>'
  const names = `title description icon href img cta color label name type default path query caption hint tip headline
    value tags id repo actions variant date titleSize meta code language filename iconType size style className file comment for tex pre post`
  for (const name of componentNames) {
    const props = Object.fromEntries(names.split(/\s+/).map((prop) => [prop, attack]))
    const { html } = render(element(name, props, attack))
    expect(html, name).not.toMatch(/<script|<img src=x|style="[^"]*</)
  }
})
