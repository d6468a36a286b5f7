import { escapeString } from './escape-css.ts'
import { type CssToken, tokenizeCss } from './tokenize-css.ts'

/** What an address becomes: another address, or the reason why nothing is loaded. */
export type ResolveCssUrl = (url: string) => { href: string } | { reason: string }

export type CheckedCss = { css: string } | { reason: string }

/** Functions of which a text is an address. */
const loading = new Set(['url', 'src', 'image-set', '-webkit-image-set', 'cross-fade', '-webkit-cross-fade'])
/** The only ones that may stand in those: what a variable or an attribute holds is not known here. */
const insideLoading =
  /^(?:type|calc|min|max|(?:repeating-)?(?:linear|radial|conic)-gradient|rgba?|hsla?|oklch|oklab|color)$/
const refused = new Set(['image', 'element', '-moz-element', 'paint', 'expression', 'string', 'ident'])
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Whether it loads nothing but what is inside the page, or inside the address itself. */
export const onlyInside: ResolveCssUrl = (url) => {
  const target = url.trim()
  if (target.startsWith('#') || embedded.test(target)) return { href: target }
  return { reason: `“${target.slice(0, 80)}” is loaded from elsewhere.` }
}

const embedded = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|x-icon)|(?:font|application)\/[\w.+-]+)[;,]/i

/**
 * The one check of what CSS may load: of style sheets, `style` attributes and the arbitrary values of utility classes.
 * Gives the text to write, with every address as `resolve` wants it, or says why there is none.
 */
export function checkCssValue(value: string | readonly CssToken[], resolve: ResolveCssUrl = onlyInside): CheckedCss {
  const tokens = typeof value === 'string' ? tokenizeCss(value) : value
  const open: { name: string; end: string }[] = []
  let css = ''
  for (const token of tokens) {
    const written = write(token, open, resolve)
    if ('reason' in written) return written
    css += written.css
  }
  return open.length > 0 ? { reason: 'A bracket is never closed.' } : { css: css.trim() }
}

function write(token: CssToken, open: { name: string; end: string }[], resolve: ResolveCssUrl): CheckedCss {
  const { kind, value, text } = token
  if (kind === 'bad') return { reason: value }
  if (kind === 'at') return { reason: `“${text}” does not belong there.` }
  if (kind === 'url') return writeUrl(value, resolve, (address) => `url(${address})`)
  if (kind === 'function') {
    const reason = checkFunction(value, open)
    open.push({ name: value, end: ')' })
    return reason === undefined ? { css: text } : { reason }
  }
  if (kind === 'string' && isAddress(open)) return writeUrl(value, resolve, (address) => address)
  if (kind !== 'sign') return { css: text }
  if (value === ';' || value === '\\') return { reason: `“${value}” does not belong there.` }
  const end = closing[value]
  if (end !== undefined) open.push({ name: '', end })
  else if (/[)\]}]/.test(value) && open.pop()?.end !== value) return { reason: 'A bracket closes what is not open.' }
  return { css: text }
}

function checkFunction(name: string, open: readonly { name: string }[]): string | undefined {
  if (refused.has(name)) return `“${name}()” is not allowed.`
  const isInside = open.some((outer) => loading.has(outer.name))
  if (!isInside || loading.has(name) || insideLoading.test(name)) return undefined
  return `“${name}()” is not allowed in an address.`
}

/** `type("image/avif")` says what an address leads to, and is none. */
function isAddress(open: readonly { name: string }[]): boolean {
  return open.some(({ name }) => loading.has(name)) && open.at(-1)?.name !== 'type'
}

function writeUrl(url: string, resolve: ResolveCssUrl, write: (address: string) => string): CheckedCss {
  const found = resolve(url)
  return 'reason' in found ? found : { css: write(escapeString(found.href)) }
}
