/** A site of one page that may or may not make a browser request `host`: the first of its files is opened. */
export interface GeneratedPage {
  files: { path: string; text: string }[]
  host: string
  /** It names addresses of the site only. */
  isHarmless: boolean
}

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export function generatePage(seed: number, host: string, name: string): GeneratedPage {
  const random = createRandom(seed)
  // The first numbers of neighbouring seeds are alike.
  for (let step = 0; step < 5; step++) random()
  return new PageWriter(random, host, name).write()
}

type Write = (address: string) => string

class PageWriter {
  readonly #random: () => number
  readonly #host: string
  readonly #name: string
  readonly #files: GeneratedPage['files'] = []
  #isHarmless = false

  constructor(random: () => number, host: string, name: string) {
    this.#random = random
    this.#host = host
    this.#name = name
  }

  write(): GeneratedPage {
    const text = this.#chance(0.12) ? this.#writeDrawing() : this.#writePage()
    const extension = text.startsWith('<svg') || text.startsWith('<?xml') ? 'svg' : 'html'
    return {
      files: [{ path: `${this.#name}.${extension}`, text }, ...this.#files],
      host: this.#host,
      isHarmless: this.#isHarmless,
    }
  }

  #writePage(): string {
    const isBased = this.#chance(0.1)
    let inside = isBased
      ? this.#pick(this.#elements())(this.#pick(['x.png', 'a/b', './y', '?q', '/z', 'c:d']))
      : this.#snippet()
    for (let depth = this.#pick([0, 0, 1, 1, 1, 2, 3]); depth > 0; depth--) inside = this.#pick(wrappers)(inside)
    const base = isBased ? `<base ${this.#attribute('href', this.#address())}>` : ''
    const doctype = this.#chance(0.8) ? '<!doctype html>' : ''
    return this.#pick([
      (body: string) => `${doctype}<meta charset=utf-8>${base}<p>text ${body}<p>end`,
      (body: string) => `${doctype}${base}${body}`,
      (body: string) => `${doctype}<html><head><title>x</title>${base}${body}</head><body>text</body></html>`,
      (body: string) => `${doctype}<html><body>text</body></html>${base}${body}`,
    ])(inside)
  }

  #snippet(): string {
    return this.#pick(this.#elements())(this.#address())
  }

  /** Ways to name an address in a page; some of them request nothing. */
  #elements(): Write[] {
    const tag =
      (name: string, key: string, more = ''): Write =>
      (address) =>
        this.#tag(name, key, address, more)
    const style: Write = (address) => this.#style(address)
    return [
      tag('img', 'src'),
      tag('img', 'src'),
      (address) => this.#tag('img', 'srcset', this.#sourceSet(address)),
      (address) => `<picture>${this.#tag('source', 'srcset', this.#sourceSet(address))}<img></picture>`,
      (address) => this.#tag('img', 'srcset', this.#sourceSet(address), ' src=x.png'),
      tag('image', 'src'),
      tag('input', 'src', ' type=image'),
      tag('video', 'src'),
      tag('video', 'poster'),
      tag('audio', 'src', ' preload=auto'),
      (address) => `<video>${this.#tag('source', 'src', address)}</video>`,
      (address) => `<video src=x.mp4>${this.#tag('track', 'src', address, ' default')}</video>`,
      tag('embed', 'src'),
      tag('object', 'data'),
      tag('iframe', 'src'),
      tag('script', 'src'),
      tag('body', 'background'),
      (address) => `<table>${this.#tag('td', 'background', address)}</table>`,
      (address) => this.#tag('link', 'href', address, ` rel=${this.#pick(linkTypes)}`),
      (address) => this.#tag('link', 'imagesrcset', this.#sourceSet(address), ' rel=preload as=image'),
      (address) => `<svg>${this.#tag('image', this.#pick(['href', 'xlink:href']), address, ' width=9 height=9')}</svg>`,
      (address) =>
        `<svg><filter id=f>${this.#tag('feImage', 'href', address)}</filter><rect filter=url(#f) width=9 height=9 /></svg>`,
      (address) => `<svg>${this.#tag('use', 'href', `${address}#a`)}</svg>`,
      (address) => `<svg>${this.#tag('script', 'href', address)}</svg>`,
      (address) =>
        `<svg><image width=9 height=9>${this.#tag('set', 'to', address, ' attributeName=href')}</image></svg>`,
      (address) => this.#tag('meta', 'content', this.#pick(refreshes)(address), ' http-equiv=refresh'),
      (address) => `<iframe ${this.#attribute('srcdoc', this.#tag('img', 'src', address))}></iframe>`,
      (address) => `<iframe src="data:text/html,${encodeURIComponent(this.#tag('img', 'src', address))}"></iframe>`,
      (address) =>
        `<iframe src="data:text/html;base64,${Buffer.from(this.#tag('img', 'src', address)).toString('base64')}"></iframe>`,
      ...Array.from({ length: 12 }, () => style),
      // These request nothing.
      tag('a', 'href'),
      tag('a', 'title'),
      tag('img', 'alt'),
      tag('form', 'action'),
      tag('p', 'src'),
      tag('p', 'data-src'),
      tag('blockquote', 'cite'),
      tag('meta', 'content', ' name=description'),
      tag('link', 'href', ' rel=canonical'),
      (address) => `<p>${this.#escape(address)}</p>`,
      (address) => `<img alt="> src=" title='<img src=${address.replaceAll("'", '')}>'>`,
    ]
  }

  #tag(name: string, key: string, value: string, more = ''): string {
    const before = this.#chance(0.1) ? ` ${this.#attribute(key, this.#pick(['x.png', '']))}` : ''
    const odd = this.#chance(0.15) ? this.#pick([' "', " '", ' =x', ' /', '/', ' <', ' a=">"', " b='<img'", ' `']) : ''
    const space = this.#pick([' ', ' ', ' ', '\n', '\t', '/', '\f', ' \r\n '])
    const end = this.#pick(['>', '>', '>', '/>', ' >', '\n>', ' />'])
    const close = /^(?:img|image|input|source|track|embed|link|meta|body|td)$/.test(name) ? '' : `</${name}>`
    return `<${this.#case(name)}${odd}${before}${space}${this.#attribute(key, value)}${more}${end}${close}`
  }

  #attribute(key: string, value: string): string {
    const escaped = this.#escape(value)
    const equals = this.#pick(['=', '=', '=', ' = ', '\n=\t', '= '])
    const quotes = this.#pick(['"', '"', "'", ''])
    if (quotes === '' && (escaped === '' || /[\s"'=<>`]/.test(escaped))) {
      return `${this.#case(key)}${equals}"${escaped.replaceAll('"', '&quot;')}"`
    }
    const safe = quotes === '"' ? escaped.replaceAll('"', '&quot;') : escaped.replaceAll("'", '&#39;')
    return `${this.#case(key)}${equals}${quotes}${safe}${quotes}${quotes === '' ? ' ' : ''}`
  }

  /** References for some of the characters. */
  #escape(text: string): string {
    const share = this.#pick([0, 0, 0.1, 0.5, 1])
    return Array.from(text, (sign) => (this.#chance(share) ? this.#reference(sign) : sign)).join('')
  }

  #reference(sign: string): string {
    const code = sign.codePointAt(0) ?? 0
    if (code < 32 && !/[\t\n\f\r]/.test(sign)) return sign
    const forms = [`&#${code};`, `&#x${code.toString(16)};`, `&#X${code.toString(16).toUpperCase()};`, `&#000${code};`]
    const named = references[sign]
    return this.#pick(named === undefined ? forms : [...forms, named, named])
  }

  #sourceSet(address: string): string {
    return this.#pick([
      `${address}`,
      `${address} 1x`,
      `x.png 1x, ${address} 1.5x`,
      `x.png 2x,${address}`,
      `${address}, y.png 2x`,
      ` , ,${address} 1x`,
      `x.png (a, b) 3x, ${address} 1x`,
      `${address} 9w, x.png 1w`,
      `x.png,y.png 3x, ${address} 1x`,
      `data:image/png,a,b 3x, ${address} 1x`,
    ])
  }

  #style(address: string): string {
    const where = this.#pick([
      'element',
      'element',
      'attribute',
      'attribute',
      'file',
      'import',
      'drawing',
      'presentation',
    ])
    if (where === 'attribute') return `<p ${this.#attribute('style', this.#declaration(address))}>text</p>`
    if (where === 'presentation') {
      const key = this.#pick(['filter', 'mask', 'clip-path', 'fill', 'cursor', 'marker-start', 'style'])
      const value = key === 'style' ? this.#declaration(address) : this.#cssAddress(`${address}#f`)
      return `<svg><rect width=9 height=9 ${this.#attribute(key, value)}></rect></svg>`
    }
    const sheet = this.#sheet(address)
    if (where === 'drawing') return `<svg><style>${this.#escape(sheet)}</style><rect class=x width=9 height=9 /></svg>`
    if (where === 'element') return `<style>${sheet}</style><p class=x>text</p>`
    this.#files.push({ path: `${this.#name}.css`, text: sheet })
    const link = `${this.#name}.css`
    if (where === 'file') return `${this.#tag('link', 'href', link, ' rel=stylesheet')}<p class=x>text</p>`
    return `<style>@import "${link}";</style><p class=x>text</p>`
  }

  #sheet(address: string): string {
    const target = () => this.#cssAddress(address)
    const text = () => this.#cssString(address)
    return this.#pick([
      () => `.x{${this.#declaration(address)}}`,
      () => `.x{${this.#declaration(address)}}`,
      () =>
        `${this.#pick(['@import', '@IMPORT', '@\\69mport', '@im\\70 ort', '@\\000049mport'])} ${this.#pick([target, text])()};`,
      () => `@import${this.#pick(['/**/', ' ', '\n', ''])}${text()} screen;.x{color:red}`,
      () => `@font-face{font-family:f;src:${target()}}.x{font-family:f}`,
      () => `@font-face{font-family:f;src:local("none"),${target()} format("woff2")}.x{font-family:f}`,
      () => `@media screen{.x{${this.#declaration(address)}}}`,
      () => `@supports (color:red){.x{&::before{content:"a";${this.#declaration(address)}}}}`,
      () => `@layer a{.x:not(y){${this.#declaration(address)}}}`,
      () => `:root{--a:${target()}}.x{background:var(--a)}`,
      () => `:root{--a:${text()}}.x{background:image-set(var(--a) 1x)}`,
      () =>
        `@property --b{syntax:"<string>";inherits:true;initial-value:${text()}}.x{background:image-set(var(--b) 1x)}`,
      () => `@function --f(--a){result:image-set(var(--a) 1x)}.x{background:--f(${text()})}`,
      () => `@function --f(){result:${text()}}.x{background:image-set(--f() 1x)}`,
      () => `.x{--t:a;background:image-set(if(style(--t:a):${text()};else:"x.png") 1x)}`,
      () => `<!-- .x{${this.#declaration(address)}} -->`,
      () => `.y[{}.x{${this.#declaration(address)}}`,
      () => `.y{a:(}.x{${this.#declaration(address)}}`,
      () => `"\n.x{${this.#declaration(address)}}`,
      // These request nothing.
      () => `.x[title=${text()}]{color:red}`,
      () => `.x::before{content:${text()}}`,
      () => `@namespace a ${target()};.x{color:red}`,
      () => `/* .x{${this.#declaration(address).replaceAll('*/', '')}} */`,
      () => `.x{background:url(${address.replace(/[\s()"'\\]/g, '')} b)}`,
      () => `.x{background:ur/**/l(${address})}`,
      () => `.x{color:red;content:"\\"url(${address.replace(/["\\\n\r\f]/g, '')})"}`,
    ])()
  }

  #declaration(address: string): string {
    const property = this.#pick([
      'background',
      'background-image',
      'list-style-image',
      'border-image-source',
      'mask-image',
      'content',
      'background:red,',
    ])
    const separator = property.endsWith(',') ? '' : this.#pick([':', ': ', '/**/:', ':\n'])
    const value = this.#pick([
      () => this.#cssAddress(address),
      () => this.#cssAddress(address),
      () => this.#cssAddress(address),
      () => `image-set(${this.#cssString(address)} 1x)`,
      () => `IMAGE-SET("x.png" 9x, ${this.#cssString(address)} 1x)`,
      () => `-webkit-image-set(${this.#cssAddress(address)} 1x)`,
      () => `image-set(${this.#cssString(address)} type("image/png"))`,
      () => `-webkit-cross-fade(${this.#cssAddress(address)}, url(x.png), 50%)`,
      () => `cross-fade(${this.#cssAddress(address)}, url(x.png))`,
      () => `src(${this.#cssString(address)})`,
      () => `image(${this.#cssString(address)})`,
    ])()
    return `${this.#cssCase(property)}${separator}${value}${this.#pick([';', '', ' !important', ';;'])}`
  }

  #cssAddress(address: string): string {
    const name = this.#pick([
      'url',
      'url',
      'URL',
      'u\\72l',
      '\\75rl',
      '\\75 rl',
      'ur\\6c',
      '\\000075rl',
      'ur\\l',
      '\u00a0url',
      '\u00b7url',
      '-url',
    ])
    const space = this.#pick(['', '', ' ', '\n', '\t'])
    const inside = this.#chance(0.5) ? this.#cssString(address) : this.#cssWord(address)
    return `${name}(${space}${inside}${space})`
  }

  #cssString(address: string): string {
    const quote = this.#pick(['"', "'"])
    const text = Array.from(address, (sign) =>
      /["'\\\n\r\f]/.test(sign) || this.#chance(0.05) ? this.#cssEscape(sign) : sign,
    )
    if (this.#chance(0.1)) text.splice(Math.floor(this.#random() * text.length), 0, '\\\n')
    return `${quote}${text.join('')}${quote}`
  }

  #cssWord(address: string): string {
    return Array.from(address, (sign) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those that end such an address
      /["'\\()\s\u0000-\u001f\u007f]/.test(sign) || this.#chance(0.05) ? this.#cssEscape(sign) : sign,
    ).join('')
  }

  #cssEscape(sign: string): string {
    const code = (sign.codePointAt(0) ?? 0).toString(16)
    const forms = [`\\${code} `, `\\${code.padStart(6, '0')}`, `\\${code.padStart(5, '0').toUpperCase()}\n`]
    return this.#pick(/[\da-f\n\r\f]/i.test(sign) ? forms : [...forms, `\\${sign}`])
  }

  #writeDrawing(): string {
    const address = this.#address()
    const inXml = (text: string) =>
      Array.from(text, (sign) => (/[&<"]/.test(sign) || this.#chance(0.2) ? `&#${sign.codePointAt(0)};` : sign)).join(
        '',
      )
    const inside = this.#pick([
      () => `<image width="9" height="9" href="${inXml(address)}"/>`,
      () => `<image width="9" height="9" xlink:href="${inXml(address)}" href="x.png"/>`,
      () => `<image width="9" height="9" xlink:href="${inXml(address)}"/>`,
      () => `<s:image xmlns:s="http://www.w3.org/2000/svg" width="9" height="9" href="${inXml(address)}"/>`,
      () => `<style>${inXml(this.#sheet(address))}</style><rect class="x" width="9" height="9"/>`,
      () => `<style><![CDATA[${this.#sheet(address)}]]></style><rect class="x" width="9" height="9"/>`,
      () => `<rect width="9" height="9" style="${inXml(this.#declaration(address))}"/>`,
      () => `<filter id="f"><feImage href="${inXml(address)}"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
      () =>
        `<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${inXml(address)}"/></foreignObject>`,
      () => `<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${inXml(address)}"/>`,
      () => `<p><textarea><image width="9" height="9" href="${inXml(address)}"/></textarea></p>`,
      () => `<image width="9" height="9"><set attributeName="href" to="${inXml(address)}"/></image>`,
      () => `<!-- <image href="${inXml(address)}"/> -->`,
      () => `<a href="${inXml(address)}"><text>x</text></a>`,
      () => `<desc>${inXml(address)}</desc>`,
      () => `<image width="9" height="9" href="&e;"/>`,
    ])()
    const head = this.#pick([
      ...Array.from({ length: 12 }, () => ''),
      '<?xml version="1.0"?>',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e "${inXml(address)}">]>`,
      `<?xml version="1.0"?><?xml-stylesheet href="${inXml(address)}"?>`,
    ])
    return `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`
  }

  #address(): string {
    const host = this.#host
    const away = [
      `https://${host}/x`,
      `http://${host}/x`,
      `//${host}/x`,
      `https:\\\\${host}/x`,
      `/\\${host}/x`,
      `\\/${host}/x`,
      `\\\\${host}\\x`,
      `https:/${host}/x`,
      `https:${host}/x`,
      `https:\\${host}`,
      `https:////${host}/x`,
      `///${host}/x`,
      `https://u:p@${host}/x`,
      `http://${host}:8080/x`,
      `https://${host}`,
      `//${host}?x`,
    ]
    const inside = [
      `${host}/x`,
      `./${host}`,
      `/x//${host}`,
      `#//${host}`,
      `?https://${host}`,
      `/ /${host}`,
      `%68ttps://${host}`,
      `x:https://${host}`,
      `mailto:a@${host}`,
      `javascript:"//${host}"`,
      `about:blank#//${host}`,
      `data:image/png,https://${host}`,
    ]
    this.#isHarmless = this.#chance(0.15)
    const address = this.#pick(this.#isHarmless ? inside : away)
    return this.#chance(0.3) ? this.#disguise(address) : address
  }

  /** Characters that browsers drop from addresses, and some that they do not. */
  #disguise(address: string): string {
    const dropped = this.#pick(['\t', '\n', '\r', '\t\n'])
    const place = 1 + Math.floor(this.#random() * 9)
    return this.#pick([
      () => `${address.slice(0, place)}${dropped}${address.slice(place)}`,
      () => `${this.#pick([' ', '\t', '\n ', '\u0001', '\u001f ', '\f', '\u0008'])}${address}`,
      () => `${address}${this.#pick([' ', '\t', '\u0002'])}`,
      () => this.#case(address),
      () => `${this.#pick(['\u00a0', '\u200b', '\ufeff', '\u3000', '\u007f'])}${address}`,
      () => address.replace('//', this.#pick(['/\t/', '/ /', '\\\n\\', '/\u00a0/', '\uff0f\uff0f'])),
    ])()
  }

  #case(text: string): string {
    const share = this.#pick([0, 0, 0.5, 1])
    return text.replace(/[a-z]/g, (letter) => (this.#chance(share) ? letter.toUpperCase() : letter))
  }

  #cssCase(text: string): string {
    const share = this.#pick([0, 0, 0, 0.1])
    return this.#case(text).replace(/[^\d\sa-f:,-]/gi, (sign) => (this.#chance(share) ? `\\${sign}` : sign))
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[Math.floor(this.#random() * choices.length)] as Choice
  }
}

const linkTypes =
  `stylesheet stylesheet Stylesheet icon preload\u0020as=image preload\u0020as=style prefetch modulepreload
  preconnect manifest "alternate&#32;stylesheet" "stylesheet&#9;icon" "shortcut&#32;icon" apple-touch-icon alternate
  canonical next author dns-prefetch nothing`
    .split(/[\t\n\f ]+(?![^=\s]*=)/)
    .filter(Boolean)

const refreshes: Write[] = [
  (address) => `0;url=${address}`,
  (address) => `0; URL = ${address}`,
  (address) => `0,${address}`,
  (address) => `0 ${address}`,
  (address) => `.0;'${address}'x`,
  (address) => ` 0.5;url="${address}`,
  (address) => `0;url="\u3000${address}\u2028"`,
  (address) => `\u20030\u205f;\u1680${address}`,
  (address) => `0; urls=${address}`,
  (address) => `x;url=${address}`,
  (address) => `;url=${address}`,
]

const references: Readonly<Record<string, string>> = {
  ':': '&colon;',
  '/': '&sol;',
  '\\': '&bsol;',
  '.': '&period;',
  '\t': '&Tab;',
  '\n': '&NewLine;',
  '(': '&lpar;',
  '"': '&quot;',
  '#': '&num;',
  ',': '&comma;',
}
/** What a snippet can be inside of; in some of them it is no markup. */
const wrappers: Write[] = [
  (inside) => `<div>${inside}</div>`,
  (inside) => `<a href=x>${inside}`,
  (inside) => `<!-- ${inside} -->`,
  (inside) => `<!--> ${inside} -->`,
  (inside) => `<!---> ${inside} -->`,
  (inside) => `<!-- --!> ${inside} -->`,
  (inside) => `<!-- -- > ${inside} -->`,
  (inside) => `<!-- a<!-- b --> ${inside} -->`,
  (inside) => `<! ${inside} >`,
  (inside) => `<!> ${inside}`,
  (inside) => `<? ${inside} ?>`,
  (inside) => `</ ${inside} >`,
  (inside) => `<![CDATA[ ${inside} ]]>`,
  (inside) => `<template>${inside}</template>`,
  (inside) => `<template><template></template>${inside}</template>`,
  (inside) => `<template></template></template>${inside}`,
  (inside) => `<div><template shadowrootmode=open>${inside}</template></div>`,
  (inside) => `<div><template SHADOWROOTMODE=closed>${inside}</template></div>`,
  (inside) => `<svg><template>${inside}</template></svg>`,
  (inside) => `<noscript>${inside}</noscript>`,
  (inside) => `<noscript><style></noscript>${inside}</style>`,
  (inside) => `<noscript><!--</noscript>${inside}-->`,
  (inside) => `<noscript><a title="</noscript>${inside}">`,
  (inside) => `<select>${inside}</select>`,
  (inside) => `<select><option>${inside}</option></select>`,
  (inside) => `<select><button>${inside}</button></select>`,
  (inside) => `<select><style></select>${inside}</style>`,
  (inside) => `<select><template>${inside}</template></select>`,
  (inside) => `<textarea>${inside}</textarea>`,
  (inside) => `<title>${inside}</title>`,
  (inside) => `<textarea></textarea${inside}</textarea>`,
  (inside) => `<title></titlex>${inside}`,
  (inside) => `<xmp>${inside}</xmp>`,
  (inside) => `<noembed>${inside}</noembed>`,
  (inside) => `<noframes>${inside}</noframes>`,
  (inside) => `<iframe>${inside}</iframe>`,
  (inside) => `<style><a title="</style>${inside}">`,
  (inside) => `<style>/*</style>${inside}<style>*/</style>`,
  (inside) => `<script>/*<!--<script>*/</script>${inside}<!--*/</script>`,
  (inside) => `<script><!--<script></script>${inside}--></script>`,
  (inside) => `<script type=text/x>${inside}</script>`,
  (inside) => `<svg>${inside}</svg>`,
  (inside) => `<svg><title>${inside}</title></svg>`,
  (inside) => `<svg><style>${inside}</style></svg>`,
  (inside) => `<svg><foreignObject>${inside}</foreignObject></svg>`,
  (inside) => `<svg><desc><svg><![CDATA[ </svg> ${inside} ]]>`,
  (inside) => `<svg><p>${inside}`,
  (inside) => `<math>${inside}</math>`,
  (inside) => `<math><mtext>${inside}</mtext></math>`,
  (inside) => `<math><annotation-xml encoding=text/html>${inside}</annotation-xml></math>`,
  (inside) => `<math><mtext><mglyph><style><!--</style>${inside}-->`,
  (inside) => `<math><mi><svg><mtext><style><a id="</style>${inside}">`,
  (inside) => `<form><math><mtext></form><form><mglyph><style></math>${inside}`,
  (inside) => `<table>${inside}</table>`,
  (inside) => `<table><tr><td>${inside}`,
  (inside) => `<table><colgroup>${inside}`,
  (inside) => `<table><style></table>${inside}</style>`,
  (inside) => `<frameset>${inside}</frameset>`,
  (inside) => `<object>${inside}</object>`,
  (inside) => `<video>${inside}</video>`,
  (inside) => `<b><i><p></b>${inside}</i>`,
  (inside) => `<p title="a>${inside}`,
  (inside) => `<p title='a'"${inside}`,
  (inside) => `<p a=b"c>${inside}`,
  (inside) => `<p "'>${inside}`,
  (inside) => `<p/title=">${inside}`,
  (inside) => `<x-y z\u00a0="1">${inside}`,
  (inside) => `<details><summary>a</summary>${inside}</details>`,
  (inside) => `\u0000${inside}`,
  (inside) => `<p \u0000>${inside}`,
  (inside) => `< p title="${inside}">`,
  (inside) => `<plaintext>${inside}`,
]
