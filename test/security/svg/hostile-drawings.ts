import { svgs } from '../pages/hostile-svgs.ts'
import type { Mark } from '../pages/marks.ts'

type Rendering = (mark: Mark) => string | Uint8Array

const SVG = 'http://www.w3.org/2000/svg'
const HTML = 'http://www.w3.org/1999/xhtml'
const shape = '<rect width="9" height="9"/>'
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="${HTML}" viewBox="0 0 9 9" ${attributes}>${inside}${shape}</svg>`
const html = (inside: string) => svg(`<foreignObject width="9" height="9">${inside}</foreignObject>`)
const style = (text: string) => svg(`<style>${text}</style>`)

/** Script under names that a filter may not know: prefixes, namespaces, case, halves of CDATA. */
const scripts: Rendering[] = [
  ({ run }) => `<svg xmlns="${SVG}" xmlns:é="${SVG}"><é:script>${run}</é:script></svg>`,
  ({ run }) => `<svg xmlns="${SVG}" xmlns:Ω="${SVG}"><Ω:script>${run}</Ω:script></svg>`,
  ({ run }) => `<svg xmlns="${SVG}"><_.-:script xmlns:_.-="${SVG}">${run}</_.-:script></svg>`,
  ({ run }) => `<x:svg xmlns:x="${SVG}"><x:script>${run}</x:script></x:svg>`,
  ({ run }) => svg(`<g xmlns="${HTML}"><script>${run}</script></g>`),
  ({ run }) => svg(`<é:script xmlns:é="${HTML}">${run}</é:script>`),
  ({ run }) => svg(`<script\n>${run}</script\n>`),
  ({ run }) => svg(`<script><![CDATA[${run}]]>;<![CDATA[1]]></script>`),
  ({ run }) => svg(`<script>${run}/*]]]]><![CDATA[>*/</script>`),
  ({ run }) => svg(`<script>&#95;${run.slice(1)}</script>`),
  ({ run }) => svg(`<script type="module">${run}</script>`),
  ({ run }) => svg(`<script href="data:text/javascript,${run}"/>`),
  ({ run }) => svg(`<script xmlns:y="http://www.w3.org/1999/xlink" y:href="data:text/javascript,${run}"/>`),
  ({ run }) => svg(`<SCRIPT>${run}</SCRIPT>`),
  ({ run }) => `<svg xmlns="${SVG}"><script>${run}</script><g>`,
  ({ run }) => `<svg xmlns="${SVG}"><g/></svg><script xmlns="${SVG}">${run}</script>`,
  ({ run }) => svg(`<!--><script>${run}</script><!-- -->`),
  ({ run }) => svg(`<metadata><script>${run}</script></metadata>`),
  ({ run }) => svg(`<title><script>${run}</script></title>`),
  ({ run }) => svg(`<style><script>${run}</script></style>`),
  ({ run }) =>
    svg(
      `<handler xmlns:ev="http://www.w3.org/2001/xml-events" type="application/ecmascript" ev:event="load">${run}</handler>`,
    ),
]

/** What calls script: handlers, addresses, and animations that write them. */
const calls: Rendering[] = [
  ({ run }) => svg('', `ONLOAD="${run}"`),
  ({ run }) => svg('', `onload="&#95;${run.slice(1)}"`),
  ({ run }) => svg(`<style onload="${run}">rect{fill:red}</style>`),
  ({ run }) => svg(`<set onbegin="${run}" attributeName="x" to="1"/>`),
  ({ run }) => svg(`<x:animate xmlns:x="${SVG}" onbegin="${run}" attributeName="x" dur="1s"/>`),
  ({ run }) => svg(`<rect tabindex="0" autofocus="" onfocus="${run}"/>`),
  ({ run }) => svg(`<a xlink:href="java&#9;script:${run}">${shape}</a>`),
  ({ run }) => svg(`<a href="&#1;javascript:${run}">${shape}</a>`),
  ({ run }) => svg(`<a href="data:text/html,&lt;script>${run}&lt;/script>">${shape}</a>`),
  ({ run }) => svg(`<é:a xmlns:é="${SVG}" href="javascript:${run}">${shape}</é:a>`),
  ({ run }) => svg(`<a>${shape}<set attributeName="xlink:href" to="javascript:${run}"/></a>`),
  ({ run }) => svg(`<a id="a">${shape}</a><animate href="#a" attributeName="href" values="javascript:${run}"/>`),
  ({ run }) => svg(`<rect><set attributeName="onclick" to="${run}"/></rect>`),
]

/** Another language inside, or beside it. */
const languages: Rendering[] = [
  ({ run }) => html(`<h:img src="x" onerror="${run}"/>`),
  ({ run }) => html(`<h:iframe src="javascript:parent.${run}"/>`),
  ({ run }) => html(`<h:input autofocus="" onfocus="${run}"/>`),
  ({ run }) => html(`<h:details open="" ontoggle="${run}"/>`),
  ({ run }) => svg(`<h:img src="x" onerror="${run}"/>`),
  ({ run }) => svg(`<x:foreignObject xmlns:x="${SVG}"><h:body onload="${run}"/></x:foreignObject>`),
  ({ url }) => svg(`<h:link rel="stylesheet" href="${url}"/>`),
  ({ url }) => svg(`<h:style>@import "${url}";</h:style>`),
  ({ url }) => html(`<h:object data="${url}"/>`),
  ({ url }) => html(`<h:embed src="${url}"/>`),
  ({ url }) => html(`<h:video poster="${url}"/>`),
  ({ url }) => html(`<h:audio src="${url}" autoplay=""/>`),
  ({ url }) => html(`<h:div style="background:url(${url})">x</h:div>`),
  ({ url }) => svg(`<h:meta http-equiv="refresh" content="0;url=${url}"/>`),
  ({ url }) => svg(`<h:base href="${url}/"/><image href="x.png" width="9" height="9"/>`),
]

/** What loads, under all the names that styles and references have. */
const loads: Rendering[] = [
  ({ url }) => style(`@imp<!-- -->ort "${url}";`),
  ({ url }) => style(`@imp<![CDATA[ort "${url}";]]>`),
  ({ url }) => style(`@imp<g/>ort "${url}";`),
  ({ url }) => style(`&#64;import "${url}";`),
  ({ url }) => style(`@IMPORT url(${url});`),
  ({ url }) => style(`svg{content:"/*";background:url(${url})/* */}`),
  ({ url }) => style(`svg{background:image-set("${url}" 1x)}`),
  ({ url }) => style(`svg{background:-webkit-image-set(url("${url}") 1x)}`),
  ({ url }) => svg('', `style="background:url(${url})"`),
  ({ url }) => svg('', `style="background:u\\72l(${url})"`),
  ({ url }) => svg('', `style="background:URL( '${url}' )"`),
  ({ url }) => svg(`<rect width="9" height="9" mask="url(${url}#m)"/>`),
  ({ url }) => svg(`<rect width="9" height="9" filter="url(${url}#f)"/>`),
  ({ url }) => svg(`<rect width="9" height="9" fill="u\\72l(${url}#f)"/>`),
  ({ url }) => svg(`<path d="M0 0h9" marker-start="url(${url}#m)" clip-path="url(${url}#c)"/>`),
  ({ url }) => svg(`<rect width="9" height="9"><set attributeName="mask" to="url(${url}#m)"/></rect>`),
  ({ url }) => svg(`<rect width="9" height="9"><set attributeName="style" to="mask:url(${url}#m)"/></rect>`),
  ({ url }) =>
    svg(`<image width="9" height="9"><animate attributeName="xlink:href" values="${url}" dur="9s"/></image>`),
  ({ url }) => svg(`<image xmlns:é="http://www.w3.org/1999/xlink" é:href="${url}" width="9" height="9"/>`),
  ({ url }) => svg(`<é:image xmlns:é="${SVG}" href="${url}" width="9" height="9"/>`),
  ({ url }) => svg(`<image href="${url.slice(5)}" width="9" height="9"/>`),
  ({ url }) => svg(`<image href="/\\${url.slice(7)}" width="9" height="9"/>`),
  ({ url }) => svg(`<image href="x.png" xml:base="${url}/" width="9" height="9"/>`),
  ({ url }) => svg(`<use href="${url.slice(5)}#x"/>`),
  ({ url }) => svg(`<linearGradient id="g" href="${url}#x"/><rect width="9" height="9" fill="url(#g)"/>`),
  ({ url }) => svg(`<text><tref xlink:href="${url}#x"/></text>`),
  ({ url }) =>
    svg(`<font-face font-family="x"><font-face-src><font-face-uri xlink:href="${url}"/></font-face-src></font-face>`),
  ({ url }) => svg(`<cursor id="c" xlink:href="${url}"/><color-profile name="p" xlink:href="${url}"/>`),
  ({ url }) => svg(`<iframe src="${url}"/><audio src="${url}"/><video src="${url}"/>`),
]

/** What stands before the root, and what the bytes themselves say. */
const prologues: Rendering[] = [
  ({ url }) => `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}">]>${svg('<text>&x;</text>')}`,
  ({ url }) => `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${url}"> %x;]>${svg('')}`,
  ({ run }) => `<!DOCTYPE svg [<!ENTITY s "script">]>${svg(`<&s;>${run}</&s;>`)}`,
  ({ run }) => `<!DOCTYPE svg [<!ENTITY j "javascript:${run}">]>${svg(`<a href="&j;">${shape}</a>`)}`,
  ({ run }) => `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]>${svg('', `onload="${run}"`)}`,
  () =>
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>${svg('<text>&c;</text>')}`,
  ({ url }) => `<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "${url}">${svg('<text>&nbsp;</text>')}`,
  ({ url }) => `<?xml-stylesheet type="text/css" href="${url}"?>${svg('')}`,
  ({ url }) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${url}"?>${svg('')}`,
  ({ run }) =>
    `<?xml-stylesheet type="text/xsl" href="#x"?><svg xmlns="${SVG}"><xsl:stylesheet id="x" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><h:script xmlns:h="${HTML}">${run}</h:script></xsl:template></xsl:stylesheet></svg>`,
  ({ run }) => Buffer.from(`\uFEFF${svg(`<script>${run}</script>`)}`, 'utf16le').swap16(),
  ({ run }) => `<?xml version="1.0" encoding="windows-1252"?>${svg(`<script>${run}</script>`)}`,
  ({ run }) => Buffer.from(`<?xml version="1.0" encoding="ISO-2022-JP"?>${svg(`<sc\x1B(Bript>${run}</script>`)}`),
  ({ run }) =>
    Buffer.concat([
      Buffer.from(`<svg xmlns="${SVG}"><`),
      Buffer.from([0xc1, 0xb3]),
      Buffer.from(`cript>${run}</script></svg>`),
    ]),
  ({ run }) => Buffer.from(`<svg xmlns="${SVG}"><scr\0ipt>${run}</script></svg>`),
  ({ run }) => `<?xml version="1.1"?>${svg(`<script>${run}</script>`)}`,
  ({ run }) => `text ${svg(`<script>${run}</script>`)}`,
  ({ run }) => `<!DOCTYPE html><html><body>${svg('')}<script>${run}</script></body></html>`,
]

export const hostileDrawings: readonly Rendering[] = [
  ...svgs,
  ...scripts,
  ...calls,
  ...languages,
  ...loads,
  ...prologues,
]
