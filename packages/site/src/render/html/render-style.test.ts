import { expect, test } from 'vitest'
import { element, render } from '../../../testing/render-component.ts'

const styleOf = (style: string) => /style="([^"]*)"/.exec(render(element('p', { style })).html)?.[1]

test('what the style of an element loads is a file of the site', () => {
  expect(styleOf('background:url("/x.png");color:red')).toBe('background:url(&quot;file:/x.png&quot;);color:red')
  expect(styleOf('filter:url("#a")')).toBe('filter:url(&quot;#a&quot;)')
})

test('what the site has not is not asked for', () => {
  expect(styleOf('background:url("/missing.png");color:red')).toBe('color:red')
  expect(styleOf('background:image-set("/missing.png" 1x)')).toBeUndefined()
})

test('of another host it loads nothing, also where pictures stay there', () => {
  expect(styleOf('background:url("https://a.example/linked.png");color:red')).toBe('color:red')
  expect(styleOf('background:url("//a.example/linked.png");color:red')).toBe('color:red')
})
