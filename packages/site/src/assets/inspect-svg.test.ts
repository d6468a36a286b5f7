import { expect, test } from 'vitest'
import { inspectSvg } from './inspect-svg.ts'

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`
const inspect = (text: string) => inspectSvg(new TextEncoder().encode(text))

test('drawings pass, with styles, gradients, titles and embedded pictures', () => {
  const drawing = svg(
    '<title>On time = good</title><style>.a{fill:red}</style><defs><linearGradient id="g"/></defs>' +
      '<image href="data:image/png;base64,iVBORw0KGgo="/><path d="M0 0h1" fill="url(#g)"/>',
  )
  expect(inspect(`<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg>\n${drawing}`)).toBeUndefined()
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

test('links, namespaces, licences and files of the site itself are not taken for loading', () => {
  const drawing = svg(
    `<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" r:about="https:${away}"/></metadata>` +
      `<a target="_blank" href="https:${away}"><text>See https:${away}</text></a>` +
      '<image href="beside.png"/><use href="#g"/><rect fill="url(#g)" style="filter:url(\'#f\')"/>',
  )
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
  expect(inspect(`${doctype}${drawing}`)).toBeUndefined()
})

test('other encodings cannot hide anything', () => {
  expect(inspectSvg(Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'))).toBeTypeOf('string')
})
