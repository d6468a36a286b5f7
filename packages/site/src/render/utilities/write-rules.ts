import { checkCssValue } from '../../page/sanitize/css/check-css-value.ts'
import { tokenizeCss } from '../../page/sanitize/css/tokenize-css.ts'
import { checkDeclaration } from '../../page/sanitize/css/write-css.ts'

/** A rule as the compiler makes it: flat, so that a selector holds no `&`. */
export type RuleNode =
  | { kind: 'rule'; selector: string; nodes: RuleNode[] }
  | { kind: 'at-rule'; name: string; params: string; nodes: RuleNode[] }
  | { kind: 'declaration'; property: string; value?: string | undefined; important: boolean }
  | { kind: 'comment' | 'context' | 'at-root' }

/** The rules as text; undefined if any of them loads something, or could reach beyond the content that it is nested in. */
export function writeRules(nodes: readonly RuleNode[]): string | undefined {
  // Properties are registered in the shared style sheet, all of them.
  const rules = nodes.filter((node) => node.kind !== 'at-rule' || node.name !== '@property')
  const written = rules.map((node) => writeNode(node, false))
  if (written.includes(undefined)) return undefined
  const text = written.join('')
  // The rules stand in a `style` element, which ends where it is closed, be it in a string.
  return text.includes('</') ? undefined : text
}

const conditions = new Set(['@media', '@supports', '@container', '@starting-style'])

function writeNode(node: RuleNode, inRule: boolean): string | undefined {
  if (node.kind === 'declaration') return writeDeclaration(node)
  if (node.kind === 'rule') {
    return inRule || !staysInside(node.selector) ? undefined : writeBlock('', node.selector, node.nodes, true)
  }
  if (node.kind !== 'at-rule' || !conditions.has(node.name)) return undefined
  return writeBlock(`${node.name} `, node.params, node.nodes, inRule)
}

function writeBlock(name: string, prelude: string, nodes: readonly RuleNode[], inRule: boolean): string | undefined {
  const head = checkCssValue(prelude, () => ({ reason: 'Nothing is loaded before the block of a rule.' }))
  const written = nodes.map((node) => writeNode(node, inRule))
  if ('reason' in head || written.includes(undefined)) return undefined
  return `${name}${head.css}{${written.join('').replace(/;$/, '')}}`
}

const scaled = /calc\(0\.25rem \* (-?\d{1,4}(?:\.\d{1,3})?)\)/g

function writeDeclaration({ property, value, important }: Extract<RuleNode, { kind: 'declaration' }>) {
  if (value === undefined) return ''
  const short = value.replace(scaled, (_, count: string) => `${Number(count) / 4}rem`)
  const checked = checkDeclaration(property, short)
  return 'css' in checked ? `${checked.css}${important ? '!important' : ''};` : undefined
}

/**
 * Nested in the content, a selector matches only what is inside of it, unless it names the content itself with `&` or
 * begins with a combinator.
 */
function staysInside(selector: string): boolean {
  let depth = 0
  let isStart = true
  for (const { kind, value } of tokenizeCss(selector)) {
    if (kind === 'space' || kind === 'comment') continue
    const isSign = kind === 'sign'
    if (isSign && (value === '&' || (isStart && /[~+>|]/.test(value)))) return false
    if (kind === 'function' || (isSign && /[([{]/.test(value))) depth += 1
    if (isSign && /[)\]}]/.test(value)) depth -= 1
    isStart = isSign && value === ',' && depth === 0
  }
  return true
}
