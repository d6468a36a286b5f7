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
  // Ways to write an address.
  '<img src="&#104;ttps://a.example/x.png">',
  '<img src="&#x68;ttps&colon;&sol;/a.example/x.png">',
  String.raw`<img src="https:\\a.example/x">`,
  String.raw`<img src="/\a.example/x">`,
  '<img src="ht\ttps://a.example/x">',
  '<img src=" \u0001https://a.example/x">',
  '<img src="https:a.example/x">',
  '<img src="///a.example/x">',
  '<base href="https://a.example/"><img src="x.png">',
  '<img src="x.png"><base href="//a.example/">',
  '<img srcset="x.png (a, b) 1x,https://a.example/x.png 2x">',
  '<img srcset="https://,.a.example/x.png">',
  // Elements and attributes.
  '<link rel="alternate stylesheet" href="https://a.example/x.css">',
  '<link rel="preload" as="image" imagesrcset="https://a.example/x.png 1x">',
  '<link rel="dns-prefetch" href="//a.example">',
  '<link rel="manifest" href="https://a.example/x.json">',
  '<body background="https://a.example/x.png">',
  '<iframe srcdoc="<img src=https://a.example/x>"></iframe>',
  '<iframe srcdoc="<iframe srcdoc=&quot;<img src=https://a.example/x>&quot;>"></iframe>',
  '<iframe src="data:text/html,%3Cimg%20src=https://a.example/x%3E"></iframe>',
  '<object data="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxpbWFnZSBocmVmPSJodHRwczovL2EuZXhhbXBsZS8iLz48L3N2Zz4="></object>',
  '<link rel="stylesheet" href="data:text/css,@import%20%22https://a.example/x.css%22">',
  '<meta http-equiv="refresh" content="0,\'https://a.example/\'x">',
  '<meta http-equiv="refresh" content="0;url=\'\u3000https://a.example/\'">',
  '<meta http-equiv="refresh" content="\u20000\u3000;\u2028https://a.example/">',
  '<meta http-equiv="refresh" content="0;url=\'//\'x@a.example/\'">',
  '<svg><image xlink:href="https://a.example/x.png"/></svg>',
  '<svg><image><set attributeName="href" to="https://a.example/x"/></image></svg>',
  '<svg><rect filter="url(https://a.example/x.svg#f)"/></svg>',
  '<script type="speculationrules">{"prefetch":[{"urls":["https://a.example/"]}]}</script>',
  '<script type="speculationrules">{"prefetch":[{"where":{"selector_matches":"a"}}]}</script><a href="https://a.example/">there</a>',
  // Elements that only some readings of a page find.
  '<div><template shadowrootmode="open"><img src="https://a.example/x"></template></div>',
  '<noscript><img src="https://a.example/x"></noscript>',
  '<noscript><style></noscript><img src="https://a.example/x"></style>',
  '<select><img src="https://a.example/x"></select>',
  '<select><style></select><img src="https://a.example/x"></style>',
  '<math><mtext><mglyph><style><!--</style><img src="https://a.example/x">--></math>',
  '<img src="" src="https://a.example/x">',
  '<!--> <img src="https://a.example/x"> -->',
  '<a title=a"><img src=https://a.example/x>',
  // Styles.
  '<style>a{background:image-set("x.png" 1x, "https://a.example/x.png" 2x)}</style>',
  String.raw`<style>a{background:u\72l(https://a.example/x)}</style>`,
  String.raw`<style>@\69mport "https://a.example/x.css";</style>`,
  '<style>:root{--a:"https://a.example/x"}a{background:image-set(var(--a) 1x)}</style>',
  '<svg><style>a{background:&#117;rl(https://a.example/x)}</style></svg>',
  '<p style="background:&#117;rl(https&colon;//a.example/x)">',
])('%s requests another host', (html) => {
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
  '<!-- <img src="https://a.example/x"> --><textarea><img src="https://a.example/x"></textarea>',
  '<p title="<img src=https://a.example/x>" data-src="https://a.example/x">',
  '<a href="https://a.example/"></a><script type="speculationrules">{"prefetch":[{"where":{"href_matches":"/*"}}]}</script>',
  '<form action="https://a.example/"><blockquote cite="https://a.example/">',
  '<base href="../"><img src="x.png">',
  '<link rel="alternate" hreflang="de" href="https://a.example/"><link itemprop="url" href="https://a.example/">',
  '<style>a[href^="https://a.example"]::after{content:"https://a.example"}</style>',
  '<meta http-equiv="refresh" content="0\u3000https://a.example/">',
  '<meta http-equiv="refresh" content="0;\u00a0url=https://a.example/">',
  '<meta http-equiv="refresh" content="0;url=\u3000\'https://a.example/\'">',
  '<style>@namespace svg "http://a.example/2000/svg"; /* url(https://a.example/) */</style>',
  '<img src="data:image/svg+xml,%3Csvg%3E%3Cimage%20href=%22https://a.example/%22/%3E%3C/svg%3E">',
  '<img src="x:https://a.example/x"><img src="/x//a.example"><img src="#//a.example">',
])('%s requests none', (html) => {
  expect(find('a/page.html', html)).toEqual([])
})

test('a style sheet is read too, and files that no browser reads are not', () => {
  const css = '@font-face{src:url("https://a.example/x.woff2")} a{background:url(x.png)}'
  expect(find('x.css', css)).toEqual(['https://a.example/x.woff2'])
  expect(find('X.CSS', css)).toEqual(find('x.css', css))
  expect(find('x.json', css)).toEqual([])
})

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">${inside}</svg>`

test.each([
  drawing('<image href="https://a.example/x"/>'),
  drawing('<image href="x.png" x:href="&#104;ttps://a.example/x"/>'),
  drawing('<s:image xmlns:s="http://www.w3.org/2000/svg" href="//a.example/x"/>'),
  drawing('<p><textarea><image href="//a.example/x"/></textarea></p>'),
  drawing('<style><![CDATA[a{b:url(//a.example/x)}]]></style>'),
  drawing('<image xml:base="//a.example/" href="x"/>'),
])('%s requests another host as a drawing', (text) => {
  expect(find('x.svg', text).join()).toContain('a.example')
})

test('a feed is no page, though its elements have the names of those', () => {
  const feed =
    '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://a.example/"/><link href="https://a.example/"/></feed>'
  expect(find('rss.xml', feed)).toEqual([])
  expect(find('rss.xml', `<x>${drawing('<image href="https://a.example/x"/>')}</x>`)).toHaveLength(1)
})

test.each([
  ['x.html', Buffer.from('\ufeff<img src="https://a.example/x">', 'utf16le'), 'not written in UTF-8'],
  ['x.html', Buffer.from('<meta charset="shift_jis"><p>\u00e9'), 'declares the encoding shift_jis'],
  [
    'x.html',
    Buffer.from('<!--\u001b$@--> \u001b(B<img src="https://a.example/x">-->'),
    'does not declare its encoding',
  ],
  ['x.html', Buffer.from('<link rel="stylesheet" href="x.txt">'), 'uses x.txt as a style sheet'],
  ['x.html', Buffer.from('<p>'.repeat(600_000)), 'more than 500000 elements'],
  ['x.svg', Buffer.from('<!DOCTYPE svg [<!ENTITY e "https://a.example">]><svg/>'), 'a document type of its own'],
  ['x.svg', Buffer.from('<?xml-stylesheet href="https://a.example"?><svg/>'), 'not well formed'],
])('%s that can be read in another way is reported', (path, bytes, reason) => {
  expect(findOutsideRequests(path, bytes).join()).toContain(reason)
})

const large = 10_000_000

test.each([
  ['x.html', '<a "'],
  ['x.html', '<!-- '],
  ['x.html', '<div>'],
  ['x.html', '<style>a{b:url('],
  ['x.css', 'url("'],
  ['x.css', 'a{b:"'],
  ['x.css', '{('],
])('%s of 10 MB of %j takes about a second, and ten times as long as a tenth', (path, unit) => {
  const measure = (size: number) => {
    const bytes = Buffer.from(unit.repeat(size / unit.length))
    const began = process.cpuUsage()
    findOutsideRequests(path, bytes)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
  const tenth = measure(large / 10)
  const whole = measure(large)
  // Idle, the slowest takes a second. A quadratic reading would take a hundred times its tenth.
  expect(whole).toBeLessThan(Math.max(40 * tenth, 5_000))
  expect(whole).toBeLessThan(20_000)
})
