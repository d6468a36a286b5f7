/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type HtmlValue = Html | string | undefined | readonly Html[]

export const nothing = new Html('')

/**
 * A template of HTML, in which everything but HTML is escaped. What stands around every page is rendered with it, five
 * times as fast as with JSX; attributes are always in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? ''
  for (let index = 0; index < values.length; index++) text += toText(values[index]) + parts[index + 1]
  return new Html(text)
}

/** An attribute with a space before it, or nothing at all. */
export function attribute(name: string, value: string | undefined): Html {
  return value === undefined ? nothing : new Html(` ${name}="${escapeAttribute(value)}"`)
}

function toText(value: HtmlValue): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escapeAttribute(value)
  return value instanceof Html ? value.text : value.join('')
}

const unsafeInText = /[&<>]/
const unsafeInAttribute = /[&<>"]/

/** Most text needs no escaping: one test is twice as fast as three replacements that find nothing. */
export function escapeText(text: string): string {
  if (!unsafeInText.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  if (!unsafeInAttribute.test(text)) return text
  return escapeText(text).replaceAll('"', '&quot;')
}
