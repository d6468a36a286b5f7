import type { Mark } from './marks.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${inside}<path d="M0 0h9"/></svg>`

/** Drawings that run something or ask another host when they are opened; a reader can open any file by itself. */
export const svgs: ((mark: Mark) => string | Uint8Array)[] = [
  ({ run }) => svg(`<script>${run}</script>`),
  ({ run }) => svg(`<script type="text/ecmascript"><![CDATA[${run}]]></script>`),
  ({ url }) => svg(`<script href="${url}"/>`),
  ({ url }) => svg(`<script xlink:href="${url}"/>`),
  ({ run }) => svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script>`),
  ({ run }) => svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${run}</h:script>`),
  ({ run }) => svg('', `onload="${run}"`),
  ({ run }) => svg('', `\nonload\n=\n'${run}'`),
  ({ run }) => svg(`<image href="x" onerror="${run}"/>`),
  ({ run }) => svg(`<animate onbegin="${run}" attributeName="x" dur="1s"/>`),
  ({ run }) => svg(`<a href="javascript:${run}"><rect width="9" height="9"/></a>`),
  ({ run }) => svg(`<a xlink:href="java&#115;cript:${run}"><rect width="9" height="9"/></a>`),
  ({ run }) => svg(`<a><animate attributeName="href" values="javascript:${run}"/><rect width="9" height="9"/></a>`),
  ({ run }) =>
    svg(
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>parent.${run}&lt;/script>"/></foreignObject>`,
    ),
  ({ run }) => svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${run}"/></foreignObject>`),
  ({ run }) =>
    svg(`<use href="data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${run}'/>#x"/>`),
  ({ run }) =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script xmlns='http://www.w3.org/2000/svg'>${run}</script>">]>${svg('&x;')}`,
  ({ run }) => `<?xml version="1.0"?><!DOCTYPE svg [<!ATTLIST svg onload CDATA "${run}">]>${svg('')}`,
  ({ url }) => `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "${url}">${svg('')}`,
  ({ url }) => `<?xml-stylesheet type="text/xsl" href="${url}"?>${svg('')}`,
  ({ url }) => `<?xml-stylesheet href="${url}"?>${svg('')}`,
  ({ url }) => svg(`<style>@import "${url}";</style>`),
  ({ url }) => svg(`<style>@\\69mport/**/"${url}";</style>`),
  ({ url }) => svg(`<style>rect{fill:url("${url}")}</style><rect width="9" height="9"/>`),
  ({ url }) =>
    svg(`<style>@font-face{font-family:x;src:u\\72l(${url})}text{font-family:x}</style><text y="9">x</text>`),
  ({ url }) => svg(`<image href="${url}" width="9" height="9"/>`),
  ({ url }) => svg(`<image xlink:href="${url.replace('http', '&#104;ttp')}" width="9" height="9"/>`),
  ({ url }) => svg(`<image width="9" height="9"><set attributeName="href" to="${url}"/></image>`),
  ({ url }) => svg(`<filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/>`),
  ({ url }) => svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" srcset="${url} 1x"/></foreignObject>`),
  ({ url }) => svg(`<use href="${url}#x"/>`),
  ({ run }) => utf16(svg(`<script>${run}</script>`)),
  ({ run }) => utf16(`<?xml version="1.0" encoding="UTF-16"?>${svg('', `onload="${run}"`)}`),
  ({ run }) => `<?xml version="1.0" encoding="UTF-7"?>${svg(`+ADw-script+AD4-${run}+ADw-/script+AD4-`)}`,
  ({ run }) => `<html><body><script>${run}</script></body></html>`,
]

function utf16(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
}
