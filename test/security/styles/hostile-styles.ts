/**
 * Style sheets that take a page away from its reader, by what they try. Each stands in a rule of its page's own:
 * `&` is the root, everything else is inside of it.
 */
export const hostileStyles: Record<string, string> = {
  'hide everything': '& , * { display: none !important }',
  'hide everything behind a pseudo-element':
    '*, *::before, *::after { display: none !important; content: none !important }',
  'hide the header': 'header, .site-header, #navbar { display: none !important }',
  'hide the buttons by id': '#search-bar-entry, .theme-button, .menu-button, .skip-link { display: none !important }',
  invisible: '& , * { visibility: hidden !important }',
  transparent: '& , body, header, header * { opacity: 0 !important }',
  'ink of the paper':
    '* { color: transparent !important; background: #fff !important; border-color: #fff !important; -webkit-text-fill-color: transparent !important }',
  'variables of the theme':
    '& , * { --page: red !important; --quiet: red; --text: transparent; --header: 0px; --gutter: 9999px; --hue: 0 }',
  'no events': '& , body, * { pointer-events: none !important }',
  inert: '& , body, header { interactivity: inert !important }',
  'an overlay before the body':
    'body::before { content: "" !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #fff !important }',
  'an overlay before the root':
    '&::before { content: "x" !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #fff !important }',
  'an overlay of the text':
    'main, main *, article { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #fff !important }',
  'an overlay of the shell':
    '.shell, .sidebar, .contents-side, footer { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #fff !important }',
  'an overlay in the header':
    '.logo, .logo *, .navbar, .navbar *, .tabs-bar { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #fff !important }',
  'an overlay before the header':
    'header::before, header > div::after { content: "" !important; position: absolute !important; inset: 0 !important; z-index: 99999 !important; background: #fff !important }',
  'pushed down':
    'body::before { content: "" !important; display: block !important; height: 200vh !important } body { padding: 200vh 0 !important; margin: 100vh 0 !important }',
  'pushed aside':
    '& , body, header, header > div { padding-left: 9999px !important; margin-left: 9999px !important; border-left: 9999px solid !important }',
  'pushed by its neighbours':
    '.logo, .navbar, .switch { flex: none !important; width: 9999px !important; margin: 0 9999px !important; padding: 9999px !important; height: 9999px !important }',
  'moved away':
    '& , body, header, header *, .skip-link { transform: translate(-9999px, -9999px) !important; translate: -9999px !important; position: absolute !important; top: -9999px !important; left: -9999px !important }',
  scaled: '& , body, header, header * { scale: 0 !important; zoom: 0.01 !important }',
  'no size':
    '& , body, header, header * { width: 0 !important; height: 0 !important; max-width: 0 !important; max-height: 0 !important; min-width: 0 !important; min-height: 0 !important; overflow: hidden !important }',
  'no letters':
    '& , * { font: 0/0 a !important; font-size: 0 !important; letter-spacing: -9999px !important; text-indent: -9999px !important; line-height: 0 !important }',
  clipped:
    '& , body, header, header * { clip-path: inset(100%) !important; mask: linear-gradient(transparent, transparent) !important; clip: rect(0 0 0 0) !important }',
  filtered:
    '& , body, header, header * { filter: opacity(0) !important; backdrop-filter: blur(99px) !important; mix-blend-mode: difference !important }',
  'not laid out': '& , body, header, header * { content-visibility: hidden !important; contain: strict !important }',
  'held by an animation':
    '@keyframes gone { from, to { opacity: 0; visibility: hidden; translate: -9999px; pointer-events: none } } & , body, header, header * { animation: gone 1s infinite both !important }',
  'held by a transition':
    '@starting-style { & , body, header, header * { opacity: 0; translate: -9999px } } & , body, header, header * { transition: all 9999s !important }',
  'one light': '& , * { color-scheme: only dark !important } &.dark { color-scheme: only light !important }',
  'other layers':
    '@layer controls { .theme-button, .search-button { display: none !important } } @layer tokens, base { header { display: none !important } }',
  'where it has something':
    '&:has(body) , body:has(header) header, :is(header):not(:has(video)) { display: none !important }',
  'what the sheet holds':
    '.sidebar, .sidebar *, #mobile-nav { display: none !important; opacity: 0 !important; translate: -200vw !important; pointer-events: none !important; color: transparent !important; font-size: 0 !important }',
  'what the search holds':
    'dialog, dialog *, .search-dialog, .search-input, .search-results { display: none !important; opacity: 0 !important; position: absolute !important; left: -9999px !important; width: 0 !important; pointer-events: none !important; color: transparent !important }',
  'a backdrop over all': '::backdrop { background: #fff !important; opacity: 1 !important; z-index: 99999 !important }',
  'content for the buttons':
    'button, a, button::before, a::before { content: url("data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=") !important }',
  'another direction':
    '& , body, header { writing-mode: vertical-rl !important; columns: 9 !important; float: right !important; display: contents !important }',
  'nothing scrolls':
    '& , body { overflow: hidden !important; height: 0 !important; position: fixed !important; inset: 100vh 0 0 !important; touch-action: none !important }',
  'a face without letters':
    '@font-face { font-family: "Inter Variable"; src: url("/blank.woff2") } * { font-family: "Inter Variable" !important }',
}

/** Those that are tried on a phone too, where the menu is a sheet. */
export const phoneStyles = new Set([
  'hide everything',
  'hide the header',
  'hide the buttons by id',
  'transparent',
  'ink of the paper',
  'no events',
  'an overlay of the text',
  'an overlay of the shell',
  'pushed by its neighbours',
  'moved away',
  'no size',
  'what the sheet holds',
])

/** What would ask another host, each at an address of its own. */
export function outsideStyles(address: (what: string) => string): string {
  const lines = [
    (url: string) => `@import "${url}";`,
    (url: string) => `@import url(${url}) screen;`,
    (url: string) => `@\\69mport '${url}';`,
    (url: string) => `@namespace url("${url}");`,
    (url: string) => `@font-face { font-family: tracked; src: url(${url}) } body { font-family: tracked !important }`,
    (url: string) => `body { background: url(${url}) !important }`,
    (url: string) => `body { background: u\\72l("${url}") !important }`,
    (url: string) => `main { background-image: image-set("${url}" 1x) }`,
    (url: string) => `article { background-image: -webkit-image-set(url("${url}") 1x) }`,
    (url: string) => `header { --a: "${url}"; background-image: image-set(var(--a) 1x) !important }`,
    (url: string) => `h1 { --b: url(${url}); background: var(--b) }`,
    (url: string) => `h1::before { content: url(${url}) }`,
    (url: string) => `a { cursor: url(${url}), auto; list-style: url(${url}); border-image: url(${url}) 1 }`,
    (url: string) => `.search-input[value^=""], input[type="search"] { background: url(${url}) !important }`,
    (url: string) => `html[data-bindery-site*="all"], [data-bindery-group] { background-image: url(${url}) }`,
    (url: string) => `body:has(main) { mask: url(${url}#x); filter: url(${url}#x); clip-path: url(${url}#x) }`,
    (url: string) =>
      `@property --c { syntax: "<image>"; inherits: true; initial-value: url(${url}) } p { background: var(--c) }`,
    (url: string) =>
      `@media screen { p { background: src("${url}") } @supports (color: red) { p { background: url(${url}) } } }`,
    (url: string) => `@function --f() { result: url(${url}) } p { background: --f() }`,
    (url: string) =>
      `p { shape-outside: url(${url}); offset-path: url(${url}); background: cross-fade(url(${url}), url(${url})) }`,
    (url: string) =>
      `x { } /* */ } </style><link rel="stylesheet" href="${url}"><style> p { background: url( ${url} ) }`,
  ]
  return lines.map((write, index) => write(address(`style ${index}`))).join('\n')
}
