import { expect, test } from 'vitest'
import { mayShowRemote } from './list-candidates.ts'

test.each([
  '![](https://a.example/x.png)',
  '![A [nested] text](https://a.example/x.png "Title")',
  '![a]( <https://a.example/x.png>)',
  '<img src="https://a.example/x.png" />',
  "<img src={'//a.example/x.png'} />",
  '<img src={`https://a.example/x.png`} />',
  '<img srcSet="a.png 1x, https://a.example/x.png 2x" />',
  '<div style={{ background: "url(https://a.example/x.png)" }} />',
  '<Card img="http://a.example/x.png" />',
  'export const cards = [{ image: "https://a.example/x.png" }]',
  'export const pictures = ["https://a.example/x.png", "https://a.example/y.png"]',
  'export const base = "https://a.example"',
  '```js\nx\n```\n\n![](https://a.example/x.png)',
])('%s may show a file of another host', (text) => {
  expect(mayShowRemote(text)).toBe(true)
})

test.each([
  '[a link](https://a.example/)',
  '<a href="https://a.example/">there</a>',
  '<Card href="https://a.example/" />',
  'See https://a.example/ and <https://a.example/>.',
  'curl https://a.example/ // a comment',
  '![](/local.png)',
  '```html\n<img src="https://a.example/x.png" />\n```\n',
])('%s shows none', (text) => {
  expect(mayShowRemote(text)).toBe(false)
})
