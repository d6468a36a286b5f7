import { expect, test } from 'vitest'
import { element, render } from '../../../testing/render-component.ts'

const caption = (text: string) =>
  /<figcaption>(.*)<\/figcaption>/s.exec(render(element('Frame', { caption: text })).html)?.[1]

test('a little Markdown works in text props', () => {
  expect(caption('A **bold** `<x>` and [a link](/there)')).toBe(
    'A <strong>bold</strong> <code>&lt;x&gt;</code> and <a href="to:/there">a link</a>',
  )
})

test('a link that could run is text', () => {
  expect(caption('[x](javascript:alert(1))')).not.toContain('<a')
  expect(caption('[x](data:text/html,y)')).not.toContain('<a')
})
