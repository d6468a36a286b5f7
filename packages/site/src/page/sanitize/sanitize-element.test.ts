import { expect, test } from 'vitest'
import type { PropValue, TreeNode } from '../../model/page-tree.ts'
import { isAllowedElement, isDroppedWhole, makeComponent, makeHtmlElement } from './sanitize-element.ts'

const propsOf = (name: string, props: Record<string, PropValue>) => makeHtmlElement(name, props, []).props
const text: TreeNode = { kind: 'text', value: 'words' }

test('a frame of another site is sandboxed and keeps its own origin', () => {
  for (const src of ['https://player.example.com/1', 'http://player.example.com/1', '//player.example.com/1']) {
    expect(propsOf('iframe', { src })).toEqual({
      src,
      sandbox: 'allow-same-origin allow-scripts allow-popups allow-forms allow-presentation',
    })
  }
})

test('a frame of this site, or of nothing, is sandboxed without an origin, whatever its author asks for', () => {
  const own = 'allow-scripts allow-popups allow-forms allow-presentation'
  const wish = { sandbox: 'allow-same-origin allow-top-navigation', allow: 'camera', srcdoc: '<script>1</script>' }
  for (const src of ['/demo.html', 'demo.html', '../demo.html', '#top', '?a=//b.example.com', '']) {
    expect(propsOf('iframe', { src, ...wish }), src).toEqual({ src, sandbox: own, allow: 'camera' })
  }
  expect(propsOf('iframe', {})).toEqual({ sandbox: own })
})

test('a frame, and an element that a browser reads as text, hold no elements', () => {
  const children = [text, makeHtmlElement('b', { title: '</textarea><script>' }, [text])]
  expect(makeHtmlElement('iframe', {}, children).children).toEqual([])
  expect(makeHtmlElement('textarea', {}, children).children).toEqual([text])
  expect(makeHtmlElement('div', {}, children).children).toEqual(children)
})

test('a link into another window gives it no way back, and a button sends nothing', () => {
  expect(propsOf('a', { href: '/x', target: '_blank', rel: 'opener' })).toMatchObject({ rel: 'noopener noreferrer' })
  expect(propsOf('button', { type: 'submit', formAction: 'https://evil.example' })).toEqual({ type: 'button' })
  expect(propsOf('input', { type: 'password', name: 'p' })).toEqual({ type: 'text' })
})

test('a picture that its author leaves small says so to the script', () => {
  expect(propsOf('img', { alt: 'A', noZoom: true })).toEqual({ alt: 'A', 'data-bindery-no-zoom': true })
  expect(propsOf('img', { alt: 'A', noZoom: false })).toEqual({ alt: 'A' })
})

test("attributes that the theme's scripts read are refused in every spelling, and other data attributes are kept", () => {
  const spellings = ['data-bindery-do', 'DATA-BINDERY-DO', 'Data-Bindery-site', 'dataBinderyDo', 'data-bindery']
  for (const element of ['div', 'img', 'svg', 'path', 'a']) {
    for (const name of spellings) expect(propsOf(element, { [name]: 'search' }), `${element} ${name}`).toEqual({})
  }
  expect(propsOf('div', { 'data-kind': 'a', 'data-binder': 'b' })).toEqual({ 'data-kind': 'a', 'data-binder': 'b' })
  expect(propsOf('path', { dataKind: 'a' })).toEqual({ 'data-kind': 'a' })
})

test('handlers, raw HTML and names of a prototype are no attributes, of elements or of components', () => {
  const props = { onClick: 'x', ONERROR: 'x', dangerouslySetInnerHTML: 'x', innerHTML: 'x', constructor: 'x', ref: 'x' }
  expect(propsOf('p', { ...props, title: 'kept' })).toEqual({ title: 'kept' })
  expect(makeComponent('Card', { ...props, online: 'kept' }, []).props).toEqual({ online: 'kept' })
})

test.each([
  ['a', 'href', 'javascript:alert(1)'],
  ['a', 'href', ' JaVa\tscript:alert(1)'],
  ['a', 'href', 'data:text/html,<script>'],
  ['a', 'href', 'vbscript:x'],
  ['img', 'src', 'data:text/html,x'],
  ['iframe', 'src', 'data:image/svg+xml,<svg/>'],
  ['iframe', 'src', 'blob:https://x'],
  ['video', 'poster', 'javascript:x'],
  ['use', 'href', 'https://evil.example/x.svg#a'],
  ['use', 'xlinkHref', '//evil.example/x.svg#a'],
])('<%s %s="%s"> loses it, and the report says so', (name, attribute, url) => {
  const refused: string[] = []
  const { props } = makeHtmlElement(name, { [attribute]: url }, [], undefined, (code) => refused.push(code))
  expect(Object.values(props)).not.toContain(url)
  expect(refused).toEqual(['refused_url'])
})

test('an unsafe address in what a component is given is taken away, however deep it stands', () => {
  const bad = 'javascript:alert(1)'
  const props = { href: bad, ctaUrl: bad, items: [{ link: bad, label: bad }], img: 'data:image/png;base64,x' }
  expect(makeComponent('Card', props, []).props).toEqual({
    items: [{ label: bad }],
    img: 'data:image/png;base64,x',
  })
})

test.each([
  'background: url(https://evil.example/x.png)',
  'background: u\\72l(https://evil.example)',
  'width: expression(alert(1))',
  'background-image: image-set("https://evil.example/x.png" 1x)',
  'behavior: x',
  'color: red } body { display: none',
  '--x: url(https://evil.example)',
  '--x: image-set(var(--y) 1x)',
])('the style %j of a component is left out', (style) => {
  expect(makeComponent('Card', { style }, []).props).toEqual({})
})

test('what the style of an element loads waits for the site to resolve it; what no page may load is left out', () => {
  expect(propsOf('p', { style: 'background: u\\72l(/x.png); color: red /* ; */' })).toEqual({
    style: 'background:url("/x.png");color:red /**/',
  })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'blob:https://x']) {
    expect(propsOf('p', { style: `background: url(${url})` }), url).toEqual({})
  }
})

test('what a drawing refers to stays inside the page', () => {
  expect(propsOf('rect', { fill: 'url(#gradient)' })).toEqual({ fill: 'url(#gradient)' })
  for (const fill of ['url(https://evil.example/x)', 'u\\72l(x)', 'url(#a) url(//b)']) {
    expect(propsOf('rect', { fill }), fill).toEqual({})
  }
})

test('elements that run, load or restyle are not allowed, and go with their content', () => {
  for (const name of [
    'script',
    'style',
    'object',
    'embed',
    'link',
    'meta',
    'base',
    'foreignObject',
    'animate',
    'set',
  ]) {
    expect([isAllowedElement(name), isDroppedWhole(name)], name).toEqual([false, true])
  }
})
