import { checkCssValue, type ResolveCssUrl } from './check-css-value.ts'
import { escapeName } from './escape-css.ts'
import { type CssDeclaration, CssError, type CssItem, type CssRule, parseCss } from './parse-css.ts'
import type { CssToken } from './tokenize-css.ts'

export interface WriteCssOptions {
  resolve: ResolveCssUrl
  /** Hears of everything that is left out. */
  refuse(line: number, reason: string): void
  /** How a selector is written, if not as its author wrote it. */
  rewriteSelector?(selector: CssToken[]): CssToken[]
  /** The name of a custom property as it is written, where another sheet has one of that name. */
  renameProperty?(name: string): string
  /** A face of the theme: an author may use it, not put another in its place. */
  isReservedFace?(family: string): boolean
  /** Takes a sheet that is imported; says what becomes of it if that is not what was meant. */
  importSheet?(url: string, isConditional: boolean): string | undefined
}

/** A style sheet written anew from what was understood of it: only known rules, and only addresses that were resolved. */
export function sanitizeCss(source: string, options: WriteCssOptions): string {
  try {
    return writeItems(
      parseCss(source, (token) => renameToken(token, options)),
      options,
      true,
    )
  } catch (error) {
    if (!(error instanceof CssError)) throw error
    options.refuse(error.line, error.message)
    return ''
  }
}

/** At-rules that hold rules or declarations. Not among them: what loads, what covers the page, what defines functions. */
const allowed = new Set(
  `media supports container layer scope starting-style keyframes -webkit-keyframes font-face property counter-style
  font-feature-values font-palette-values position-try annotation character-variant historical-forms ornaments styleset
  stylistic swash`.split(/\s+/),
)
const refusedProperties = new Set(['behavior', '-moz-binding'])

function writeItems(items: CssItem[], options: WriteCssOptions, isTop = false): string {
  const written = items.map((item) =>
    item.kind === 'rule' ? writeRule(item, options) : writeDeclaration(item, options, isTop),
  )
  return written.join('')
}

function renameToken(token: CssToken, { renameProperty }: WriteCssOptions): CssToken {
  if (!renameProperty || token.kind !== 'ident' || !token.value.startsWith('--')) return token
  const value = renameProperty(token.value)
  return value === token.value ? token : { ...token, value, text: escapeName(value) }
}

function writeRule(rule: CssRule, options: WriteCssOptions): string {
  const { name, prelude, body, line } = rule
  if (name === 'charset') return ''
  if (name === 'import' && options.importSheet) return importSheet(rule, options)
  const reason = whyRefused(rule, options)
  if (reason !== undefined) {
    options.refuse(line, reason)
    return ''
  }
  const isSelector = name === ''
  const head = writePrelude(isSelector ? (options.rewriteSelector?.(prelude) ?? prelude) : prelude)
  if ('reason' in head) {
    options.refuse(line, head.reason)
    return ''
  }
  const start = isSelector ? head.css : `@${name}${head.css === '' ? '' : ` ${head.css}`}`
  if (body === undefined) return `${start};`
  const inside = writeItems(body, options)
  return inside === '' ? '' : `${start}{${inside}}`
}

function importSheet({ prelude, line }: CssRule, { importSheet: take, refuse }: WriteCssOptions): string {
  const at = prelude.findIndex(({ kind }) => kind === 'string' || kind === 'url')
  const rest = prelude.slice(at + 1).some(({ kind, text }) => kind !== 'space' && kind !== 'comment' && text !== ')')
  const reason = take?.(prelude[at]?.value ?? '', rest)
  if (reason !== undefined) refuse(line, reason)
  return ''
}

function whyRefused({ name, body }: CssRule, { isReservedFace }: WriteCssOptions): string | undefined {
  if (name === '') return body === undefined ? 'It is neither a rule nor a declaration.' : undefined
  if (!allowed.has(name)) return `“@${name}” is not used.`
  if (body === undefined) return name === 'layer' ? undefined : `“@${name}” has no block.`
  const family = name === 'font-face' ? familyOf(body) : ''
  return isReservedFace?.(family) ? `“${family}” is a face of the theme.` : undefined
}

function familyOf(body: CssItem[]): string {
  const named = body.findLast((item) => item.kind === 'declaration' && item.name.toLowerCase() === 'font-family')
  return named?.kind === 'declaration' ? nameIn(named.value) : ''
}

function nameIn(tokens: CssToken[]): string {
  return tokens
    .filter(({ kind }) => kind === 'ident' || kind === 'string')
    .map(({ value }) => value)
    .join(' ')
}

/** A selector or a condition loads nothing. */
function writePrelude(tokens: CssToken[]) {
  return checkCssValue(tokens, () => ({ reason: 'An address stands before the block of a rule.' }))
}

function writeDeclaration({ name, value, important, line }: CssDeclaration, options: WriteCssOptions, isTop: boolean) {
  const checked = checkDeclaration(name, value, options.resolve)
  if (isTop || 'reason' in checked) {
    options.refuse(line, 'reason' in checked ? checked.reason : `“${name}” stands outside of a rule.`)
    return ''
  }
  return `${checked.css}${important ? '!important' : ''};`
}

/** One declaration, of a sheet or of a `style` attribute. */
export function checkDeclaration(name: string, value: string | readonly CssToken[], resolve?: ResolveCssUrl) {
  if (refusedProperties.has(name.toLowerCase())) return { reason: `“${name}” is not allowed.` }
  const checked = checkCssValue(value, resolve)
  return 'reason' in checked ? checked : { css: `${escapeName(name)}:${checked.css}` }
}
