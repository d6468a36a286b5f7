import { expect, test } from 'vitest'
import { findOutsideRequests } from './find-outside-requests.ts'

const find = (path: string, text: string) => findOutsideRequests(path, Buffer.from(text))

test.each([
  '<img src="https://a.example/x.png">',
  '<IMG SRC=//a.example/x.png>',
  '<img src="x.png" srcset="x.png 1x, https://a.example/x.png 2x">',
  '<video poster="https://a.example/x.png"></video>',
  '<iframe src="https://a.example/"></iframe>',
  '<script src="https://a.example/x.js"></script>',
  '<link rel="stylesheet" href="https://a.example/x.css">',
  '<link rel="preconnect" href="https://a.example">',
  '<p style="background: url(https://a.example/x.png)">',
  '<p style="background: url(&quot;https://a.example/x.png&quot;)">',
  '<style>@import "https://a.example/x.css";</style>',
  '<meta http-equiv="refresh" content="0; url=https://a.example/">',
  '<meta http-equiv="Content-Security-Policy" content="img-src \'self\' https://a.example">',
  '<svg><image href="https://a.example/x.png"/></svg>',
  '<a title="<b>"><img alt=">" src="https://a.example/x.png"></a>',
])('%s asks another host', (html) => {
  expect(find('a/page.html', html).join()).toContain('a.example')
})

test.each([
  '<a href="https://a.example/">there</a>',
  '<link rel="canonical" href="https://a.example/x">',
  '<meta property="og:image" content="https://a.example/x.png">',
  '<img src="../x.png"><script src="x.js"></script>',
  '<code>&lt;img src="https://a.example/x.png"></code>',
  '<template><iframe src="https://a.example/"></iframe></template>',
  '<meta http-equiv="Content-Security-Policy" content="img-src \'self\'; frame-src https://a.example; base-uri \'none\'">',
])('%s asks none', (html) => {
  expect(find('a/page.html', html)).toEqual([])
})

test('a style sheet is read too, and other files are not', () => {
  const css = '@font-face{src:url("https://a.example/x.woff2")} a{background:url(x.png)}'
  expect(find('x.css', css)).toEqual(['https://a.example/x.woff2'])
  expect(find('X.CSS', css)).toEqual(find('x.css', css))
  expect(find('x.json', css)).toEqual([])
})
