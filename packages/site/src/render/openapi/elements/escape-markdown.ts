/** Tags that descriptions use as text has marks; anything else in angle brackets is shown as it stands. */
const plainTags = new Set(
  'a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
)
const voidTags = new Set(['br', 'hr'])
const codeInText = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`)/
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/gi

/**
 * Markdown of a stranger, so that no reader of MDX finds anything but text and plain tags in it: braces are characters,
 * components are text, `import` and `export` are words. Code stays as it is.
 */
export function escapeMarkdown(text: string): string {
  const parts = text.split(codeInText)
  const isBalanced = hasBalancedTags(parts.filter((_, index) => index % 2 === 0).join(''))
  return parts.map((part, index) => (index % 2 === 1 ? part : escapeText(part, isBalanced))).join('')
}

function escapeText(text: string, allowsTags: boolean): string {
  let escaped = ''
  let from = 0
  for (const match of text.matchAll(tag)) {
    escaped += escapePlain(text.slice(from, match.index)) + escapeTag(match, allowsTags)
    from = match.index + match[0].length
  }
  return escaped + escapePlain(text.slice(from))
}

function escapeTag([whole, closing = '', name = '', attributes = '']: RegExpExecArray, allowsTags: boolean): string {
  const element = name.toLowerCase()
  if (!plainTags.has(element) || name !== element) return escapePlain(whole)
  if (voidTags.has(element)) return closing ? '' : `<${element}/>`
  // Tags that do not match would cost the whole text its reading: their words stay.
  if (!allowsTags) return ' '
  return closing ? `</${element}>` : `<${element}${escapeBraces(attributes)}>`
}

function escapePlain(text: string): string {
  return escapeBraces(text)
    .replaceAll('<', '&lt;')
    .replace(/^([^\S\n]*)(i|e)(?=(?:mport|xport)\b)/gm, (_, space: string, first: string) => {
      return `${space}&#${first.charCodeAt(0)};`
    })
}

function escapeBraces(text: string): string {
  return text.replaceAll('{', '&#123;').replaceAll('}', '&#125;')
}

function hasBalancedTags(text: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', , self] of text.matchAll(tag)) {
    if (!plainTags.has(name) || voidTags.has(name)) continue
    if (self) return false
    if (!closing) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}
