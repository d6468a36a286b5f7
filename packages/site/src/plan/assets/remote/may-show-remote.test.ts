import { expect, test } from 'vitest'
import { mayShowRemote } from './may-show-remote.ts'

test.each([
  '![](https://a.example/x.png)',
  '![A [nested](/link) text](https://a.example/x.png "Title")',
  '![a](\n<https://a.example/x.png>)',
  '![a][b]\n\nText.\n\n[b]: https://a.example/x.png',
  '![]({{cdn}}/x.png)',
  '<img src="https://a.example/x.png" />',
  '<img\n  src = "https&#58;//a.example/x.png" />',
  "<img src={'//a.example/x.png'} />",
  '<img src={`https://a.example/x.png`} />',
  '<img src={"/" + "/a.example/x.png"} />',
  '<IMG SRC=https://a.example/x.png>',
  '<img {...{ src: "https://a.example/x.png" }} />',
  '<img srcSet="a.png 1x, https://a.example/x.png 2x" />',
  '<Card img="http://a.example/x.png" />',
  '<Icon name="https://a.example/x.svg" />',
  '{["https://a.example/x.png"].map((url) => <img src={url} />)}',
  '```js title.js icon="https://a.example/x.svg"\n```',
  '```\n![](https://a.example/x.png)',
  '<div style={{ background: "url(https://a.example/x.png)" }} />',
  `<div style={{ background: 'url(' + file + ')' }} />`,
  '<div style="background: image-set(&quot;https://a.example/x.png&quot; 1x)" />',
  '<div style="background: u\\72l(/x.png)" />',
])('%s may show a file of another host', (text) => {
  expect(mayShowRemote(text)).toBe(true)
})

test.each([
  '[a link](https://a.example/)',
  '![a picture](/x.png)\n\n[a link](https://a.example/)',
  '<a href="https://a.example/">there</a>',
  '<Card href="https://a.example/" img="/x.png" icon={<svg />} />',
  'See https://a.example/ and <https://a.example/>.',
  'curl https://a.example/ // a comment',
  '![](/local.png)',
  '<img src={"/local.png"} data-src="https://a.example/" />',
  'export const base = "https://a.example"',
  '<div style={{ background: "url(/x.png)" }} />',
])('%s shows none', (text) => {
  expect(mayShowRemote(text)).toBe(false)
})

test.each(['](https://a ', '![', 'src="', "srcset='", '{ ', 'src={"', 'src = '])(
  'a text of nothing but %s takes time by its length alone',
  (part) => {
    const cost = (times: number) => {
      const text = part.repeat(times)
      const before = process.cpuUsage()
      for (let count = 0; count < 5; count++) mayShowRemote(text)
      return process.cpuUsage(before).user + 2000
    }
    cost(20_000)
    expect(cost(160_000) / cost(20_000)).toBeLessThan(40)
  },
)
