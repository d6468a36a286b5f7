import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a frame holds a picture with its caption and hint', () => {
  const { html } = render(
    element('Frame', { caption: 'The mole', hint: 'At dusk' }, element('img', { src: '/a.png', alt: 'Mole' })),
  )
  expect(html).toMatch(/^<figure class="frame"><p class="frame-hint">At dusk<\/p>/)
  expect(html).toContain('<figcaption>The mole</figcaption></figure>')
})

test('a frame of another host waits in a template for a click, and its host is named', () => {
  const { html } = render(element('iframe', { src: 'https://video.example/1?a=1&b=2', title: 'Film', width: '560' }))
  expect(html).toBe(
    '<span class="frame-wait"><a class="frame-link" data-bindery-do="frame" href="https://video.example/1?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"><strong>Film</strong> <span>Load content from video.example</span></a><template><iframe src="https://video.example/1?a=1&amp;b=2" title="Film" width="560"></iframe></template></span>',
  )
  expect(render(element('iframe', { src: '/demo.html' })).html).toBe('<iframe src="/demo.html"></iframe>')
})

test('a video in a frame that plays by itself plays quietly, in its place and again', () => {
  const video = (props: object) => render(element('Frame', {}, element('video', { src: '/a.mp4', ...props }))).html
  expect(video({ autoplay: true })).toContain('<video playsinline loop muted ')
  expect(video({})).not.toContain('muted')
})
