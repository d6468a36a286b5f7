import { escapeAttribute } from '../../render/html/html.ts'

const withContent = /<(button|svg|label|script|style)\b[^>]*>[\s\S]*?<\/\1>/g
// Without a style sheet a span says nothing, and the colors of code are half of a feed.
const alone = /<a class="anchor"[^>]*><\/a>|<input\b[^>]*>|<\/?span\b[^>]*>/g
const attributes = /\s(srcset|style|class|loading|decoding|tabindex)="[^"]*"/g
const address = /\s(href|src|poster)="([^"]*)"/g
const openingTag = /<[a-z][^>]*>/gi

/**
 * What is rendered for a page, as it can be read elsewhere: every address whole, and nothing that only a page can use. It
 * reads only what the components have rendered, where attributes are quoted and hold no angle bracket.
 */
export function completeAddresses(html: string, base: string): string {
  const still = html.replace(withContent, '').replace(alone, '')
  return still.replace(openingTag, (opening) =>
    opening.replace(attributes, '').replace(address, (whole, name: string, value: string) => {
      const target = URL.parse(value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), base)
      return target === null ? whole : ` ${name}="${escapeAttribute(target.href)}"`
    }),
  )
}
