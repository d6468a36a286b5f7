import { type CssToken, tokenizeCss } from '../../page/sanitize/css/tokenize-css.ts'

/** Parts of a page that authors know by an id, and what has their place here. */
const ids = new Map([
  ['banner', '.site-banner'],
  ['body-content', '.shell'],
  ['content', '.prose'],
  ['content-area', '.content'],
  ['content-container', '.content'],
  ['footer', '.site-footer'],
  ['header', '.page-header'],
  ['localization-select-trigger', '.switch > summary'],
  ['mobile-nav', '.sidebar'],
  ['navbar', '.site-header'],
  ['page-context-menu', '.copy-page'],
  ['page-context-menu-button', '.copy-page'],
  ['page-title', '.page-header h1'],
  ['pagination', '.pager'],
  ['panel', '.panel'],
  ['request-example', '.example-request'],
  ['response-example', '.example-response'],
  ['search-bar-entry', '.search-button'],
  ['search-bar-entry-mobile', '.search-button'],
  ['search-input', '.search-input'],
  ['sidebar', '.sidebar'],
  ['sidebar-content', '.sidebar'],
  ['table-of-contents', '.contents'],
  ['table-of-contents-content', '.contents ul'],
  ['table-of-contents-layout', '.contents-side'],
  ['topbar-cta-button', '.navbar-primary'],
])

/** Those that they know by a class, or by a name without a dot. */
const names = new Map([
  ['accordion', '.accordion'],
  ['callout', '.callout'],
  ['card', '.card'],
  ['card-group', '.columns'],
  ['code-block', '.code'],
  ['code-block-copy-button', '.copy'],
  ['code-group', '.code-group'],
  ['columns', '.columns'],
  ['expandable', '.expandable'],
  ['eyebrow', '.eyebrow'],
  ['field', '.field'],
  ['frame', '.frame'],
  ['icon', '.icon'],
  ['mdx-content', '.prose'],
  ['mermaid', '.diagram'],
  ['method-nav-pill', '.sidebar .method'],
  ['method-pill', '.method'],
  ['nav-anchor', '.sidebar-switch a'],
  ['nav-anchors', '.sidebar-switch'],
  ['nav-dropdown-content', '.switch > ul'],
  ['nav-dropdown-item', '.switch li a'],
  ['nav-dropdown-trigger', '.switch > summary'],
  ['nav-logo', '.logo img'],
  ['nav-tabs', '.tabs-bar'],
  ['nav-tabs-item', '.tabs-bar a'],
  ['nav-tag-pill', '.nav-tag'],
  ['navbar-link', '.navbar a'],
  ['pagination-next', '.pager-next'],
  ['pagination-prev', '.pager-prev'],
  ['panel', '.panel'],
  ['prompt', '.prompt'],
  ['sidebar-group', '.nav-group > ul'],
  ['sidebar-group-header', '.nav-group-title'],
  ['sidebar-title', '.nav-group-title'],
  ['step', '.step'],
  ['steps', '.steps'],
  ['tabs', '.tabs'],
  ['tile', '.tile'],
  ['toc', '.contents'],
  ['toc-item', '.contents li'],
  ['tooltip', '.tooltip'],
  ['topbar-right-container', '.navbar'],
  ['update', '.update'],
])

/**
 * A selector that also means our own part of a page where an author names that part as documented: `#navbar` becomes
 * `:is(#navbar,.site-header)`, which weighs as much. So no id of ours takes the name of an author's heading.
 */
export function rewriteSelector(selector: CssToken[]): CssToken[] {
  const rewritten: CssToken[] = []
  let brackets = 0
  for (const token of selector) {
    const { kind, value } = token
    if (kind === 'sign' && value === '[') brackets += 1
    if (kind === 'sign' && value === ']') brackets -= 1
    const before = rewritten.at(-1)
    const isClass = before?.kind === 'sign' && before.value === '.'
    const isPseudo = before?.kind === 'sign' && before.value === ':'
    if (brackets > 0 || isPseudo) rewritten.push(token)
    else if (kind === 'hash') rewritten.push(...alsoMean(token, ids.get(value)))
    else if (kind !== 'ident') rewritten.push(token)
    else if (isClass) {
      rewritten.pop()
      rewritten.push(...alsoMean({ ...token, text: `.${token.text}` }, names.get(value)))
    } else rewritten.push(...alsoMean(token, names.get(value)))
  }
  return rewritten
}

/** In mode `custom` the content is no prose of ours to an author; an element of his own may still be. */
const prose = '.prose:where(:not(.mode-custom article))'

function alsoMean(token: CssToken, ours: string | undefined): CssToken[] {
  const text = token.text === '.prose' ? prose : ours === undefined ? token.text : `:is(${token.text},${ours})`
  if (text === token.text || token.text === ours) return [token]
  return tokenizeCss(text).map((part) => ({ ...part, line: token.line }))
}
