import { expect, test } from 'vitest'
import { element, render } from '../../../testing/render-component.ts'
import { hurryFirstPicture } from './hurry-first-picture.ts'

test('the first picture of a page does not wait, and only that one', () => {
  const html = hurryFirstPicture(render(element('img', { src: 'a.png' }), element('img', { src: 'b.png' })).html)
  expect(html.match(/fetchpriority="high"|loading="lazy"/g)).toEqual(['fetchpriority="high"', 'loading="lazy"'])
  const below = `<p>${'x'.repeat(6000)}</p><img loading="lazy">`
  expect(hurryFirstPicture(below)).toBe(below)
  const told = '<p>Write loading="lazy" in it.</p>'
  expect(hurryFirstPicture(`<b>1 ${told}`)).toBe(`<b>1 ${told}`)
})

test('a picture has the room that it needs, unless a style says how large it is', () => {
  expect(render(element('img', { src: 'a.png' })).html).toContain('width="8" height="6"')
  expect(render(element('img', { src: 'a.png', class: 'h-8' })).html).not.toContain('height=')
})

test('a drawing in the text without sides is as wide as it was drawn', () => {
  expect(render(element('svg', { viewBox: '0 0 24 16' })).html).toContain('width="24"')
  expect(render(element('svg', { viewBox: '0 0 24 16', height: 20 })).html).not.toContain('width=')
  expect(render(element('svg', { viewBox: '0 0 x' })).html).not.toContain('width=')
})
