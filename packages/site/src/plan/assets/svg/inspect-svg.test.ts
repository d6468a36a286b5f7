import { expect, test } from 'vitest'
import { inspectSvg } from './inspect-svg.ts'

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`
const inspect = (text: string) => inspectSvg(new TextEncoder().encode(text))

test('drawings pass, with styles, gradients, titles and embedded pictures', () => {
  const image = svg(
    '<title>On time = good</title><style>.a{fill:red}</style><defs><linearGradient id="g"/></defs>' +
      '<image href="data:image/png;base64,iVBORw0KGgo="/><path d="M0 0h1" fill="url(#g)"/>',
  )
  expect(inspect(`<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg>\n${image}`)).toBeUndefined()
})

test.each([
  svg('<script>alert(1)</script>'),
  svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  svg('<g/>', ' onload="alert(1)"'),
  svg('<g\nonclick = "alert(1)"/>'),
  svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  svg('<a href="java&#115;cript&colon;alert(1)"><text>x</text></a>'),
  svg('<a href="java&#10;script:alert(1)"><text>x</text></a>'),
  svg('<a><animate attributeName="href" values="&#x6a;avascript:alert(1)"/></a>'),
  svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/></foreignObject>'),
  svg('<use href="data:image/svg+xml;base64,PHN2Zz4="/>'),
  `<!DOCTYPE svg [<!ENTITY x "<scr">]>${svg('&x;ipt')}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`,
  `<?xml-stylesheet href="x.xsl" type="text/xsl"?>${svg('')}`,
  `<?xml version="1.0" encoding="utf-7"?>${svg('+ADw-script+AD4-')}`,
])('what could run script is refused: %s', (text) => {
  expect(inspect(text)).toBeTypeOf('string')
})

const away = '//elsewhere.example/x'

test.each([
  svg(`<image href="https:${away}"/>`),
  svg(`<image xmlns:é="http://www.w3.org/1999/xlink" é:href='${away}'/>`),
  svg(`<image href="&#104;ttps:${away}"/>`),
  svg('<image href="/\t\\elsewhere.example/x"/>'),
  svg('<image href="https:elsewhere.example/x"/>'),
  svg(`<use href="https:${away}#x"/>`),
  svg(`<filter id="f"><feImage href="https:${away}"/></filter>`),
  svg(`<image href="x" xml:base="https:${away}"/>`),
  svg(`<image><set attributeName="href" to="https:${away}"/></image>`),
  svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" srcset="x 1x, https:${away} 2x"/></foreignObject>`),
  svg(`<style>@import "https:${away}";</style>`),
  svg(`<style>@\\69mport "https:${away}";</style>`),
  svg(`<style>rect{fill:url("https:${away}")}</style>`),
  svg(`<style><![CDATA[rect{fill:\\75 rl(${away})}]]></style>`),
  svg(`<style>rect{background:image-set("https:${away}" 1x)}</style>`),
  svg(`<rect fill="u&#114;l(https:${away}#x)"/>`),
  svg(`<rect style="filter:url('https:${away}')"/>`),
])('what would load something of another host is refused: %s', (text) => {
  expect(inspect(text)).toBeTypeOf('string')
})

test('links, namespaces and licences are not taken for loading', () => {
  const image = svg(
    `<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" r:about="https:${away}"/></metadata>` +
      `<a target="_blank" href="https:${away}"><text>See https:${away}</text></a>` +
      '<use href="#g"/><rect fill="url(#g)" style="filter:url(\'#f\')"/>',
  )
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
  expect(inspect(`${doctype}${image}`)).toBeUndefined()
})

test('other encodings cannot hide anything', () => {
  expect(inspectSvg(Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'))).toBeTypeOf('string')
})

const ns = 'http://www.w3.org/2000/svg'

test.each([
  `<svg xmlns="${ns}" xmlns:é="${ns}"><é:script>alert(1)</é:script></svg>`,
  `<x:svg xmlns:x="${ns}"><x:script>alert(1)</x:script></x:svg>`,
  svg('<SCRIPT>alert(1)</SCRIPT>'),
  svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
  svg('<x:foreignObject/>'),
  svg('<handler/>'),
  svg('<video/>'),
  svg('<unknown/>'),
  svg('<g unknown=""/>'),
  svg('<g x:onload=""/>'),
  svg('<a ping="#"/>'),
  svg('<a href="data:text/html,x"/>'),
  svg('<a href="/\\x"/>'),
  svg('<image href="beside.png"/>'),
  svg('<image href="data:image/svg+xml;base64,x"/>'),
  svg('<use href="data:image/png;base64,x"/>'),
  svg('<g y:base="#x"/>'),
  svg('<inkscape:guide style="fill:url(//x)"/>'),
  svg('<inkscape:guide onload=""/>'),
  svg('<set attributeName="x:href"/>'),
  svg('<set attributeName="style"/>'),
  svg('<set attributeName="onclick"/>'),
  svg('<set attributeName="fill" to="url(//x)"/>'),
])('whatever is not on the list is refused: %s', (text) => {
  expect(inspect(text)).toBeTypeOf('string')
})

test.each([
  '',
  'text',
  '<svg/>x',
  '<svg/><svg/>',
  '<svg>',
  '<svg></SVG>',
  '<svg><g></svg></g>',
  '<svg id="a" id="b"/>',
  '<svg id=a/>',
  '<svg id/>',
  '<svg id="a"class="b"/>',
  '<svg id="<"/>',
  '<svg>&nbsp;</svg>',
  '<svg>&</svg>',
  '<svg>&#0;</svg>',
  '<svg>&#xD800;</svg>',
  '<svg>&#x110000;</svg>',
  '<svg>]]></svg>',
  '<svg><![CDATA[</svg>',
  '<svg><!-- -- --></svg>',
  '<svg><!--></svg>',
  '<svg><!--></svg>-->',
  '<svg><!-- --->',
  '<svg><?php ?></svg>',
  '<svg>\u0001</svg>',
  ' <?xml version="1.0"?><svg/>',
  '<?xml version="1.1"?><svg/>',
  '<?xml version="1.0" encoding="UTF-16"?><svg/>',
  '<?xml version="1.0" encoding="utf-8" x=""?><svg/>',
  '<!DOCTYPE html><svg/>',
  '<!DOCTYPE svg SYSTEM "x"><svg/>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/x"><svg/>',
  '<!DOCTYPE svg []><svg/>',
  '<svg/><!DOCTYPE svg>',
  `<svg>${'<g>'.repeat(600)}${'</g>'.repeat(600)}</svg>`,
])('what a browser could read in another way is refused: %s', (text) => {
  expect(inspect(text)).toMatch(/It cannot be read|It is no drawing/)
})

test.each([
  '<?xml version = "1.0" encoding = \'utf-8\' standalone="yes" ?>\n<!-- a - b -->\n<svg\n/>\n<!-- end -->\n',
  svg('<title>&lt;&#x41;&#66;&amp;&quot;&apos;]] &gt; <![CDATA[ a && b ]]></title>'),
  svg('<g data-x="url(//x) \\" aria-label="@import"/>'),
  svg(
    '<style>/* a */ @media print { .a > .b { fill: url("#c") } } @font-face { src: url(data:font/woff2;base64,AAAA) }</style>',
  ),
  svg('<x:thing-of-an-editor x:y="https://x"/>'.replace('x:thing-of-an-editor', 'x:guide')),
  svg('<animate attributeName="fill-opacity" values="0;1" dur="1s"/>'),
])('what is well formed and harmless passes: %s', (text) => {
  expect(inspect(text)).toBeUndefined()
})

test.each([
  ['attributes', svg(`<g ${'id="a" '.repeat(100_000)}/>`)],
  ['spaces', svg(`<g ${' '.repeat(1_000_000)}`)],
  ['a name', svg(`<${'g'.repeat(1_000_000)}`)],
  ['names', svg('<g '.repeat(300_000))],
  ['comments', svg('<!-- '.repeat(200_000))],
  ['CDATA', svg('<![CDATA['.repeat(100_000))],
  ['references', svg('&#65;'.repeat(200_000))],
  ['ampersands', svg('&'.repeat(1_000_000))],
  ['addresses', svg(`<style>${'url( "'.repeat(150_000)}</style>`)],
  ['functions', svg(`<style>${'image '.repeat(150_000)}</style>`)],
  ['a picture', svg(`<image href="data:image/png;base64,${'A'.repeat(5_000_000)}!"/>`)],
  ['depth', svg('<g>'.repeat(300_000))],
])('a million of %s is gone over once', (_, text) => {
  const began = process.cpuUsage()
  inspect(text)
  const { user, system } = process.cpuUsage(began)
  // Some 100 ms; where one of them were looked for again from each place, minutes.
  expect((user + system) / 1000).toBeLessThan(5_000)
})

test('a drawing larger than any real one is not read at all', () => {
  expect(inspect(svg(' '.repeat(10_000_000)))).toMatch('larger than')
})
