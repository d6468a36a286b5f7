import { expect, test } from 'vitest'
import { contentSecurity, findEmbeddedHosts } from './head.ts'

const nothing = { images: [], media: [], frames: [] }

test('a page may load its own site and what its author embeds, and run one script of ours', () => {
  const rules = Object.fromEntries(
    contentSecurity({ ...nothing, images: ['https://img.example.com'] }, 'sha256-abc')
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  expect(rules).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self' 'sha256-abc'",
    'img-src': "'self' data: https://img.example.com",
    'frame-src': "'none'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
  })
})

test('what is embedded is read from the page itself', () => {
  const html =
    '<img src="https://a.example/x.png"><iframe src="https://b.example/"></iframe><a href="https://c.example">'
  expect(findEmbeddedHosts(html)).toEqual({ images: ['https://a.example'], media: [], frames: ['https://b.example'] })
})

test('what a page says in words opens its policy to no host', () => {
  const words =
    '<p>Write <code>@import url(&quot;https://a.example/x.css&quot;)</code> or url("https://b.example").</p>'
  expect(findEmbeddedHosts(words)).toEqual(nothing)
})
