import type { SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import type { MarkdownAttribute, MarkdownNode } from '../../parse/parse-markdown.ts'
import { parseExpression } from '../../parse/parse-script.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import { MissingImport, type Scope, type Value, type ValueMap } from '../machine/values.ts'
import { guarded, reportHandler, spreadInto } from './render-jsx.ts'
import { toNodes } from './render-value.ts'

/** A tag that stands in Markdown: `<Card title="…" cols={2}>`. */
export function renderTag(machine: Machine, node: MarkdownNode, children: TreeNode[], scope: Scope, at: SourcePoint) {
  if (!node.name) return children
  const props: ValueMap = new Map()
  for (const attribute of node.attributes ?? []) {
    guarded(machine, at, () => setAttribute(machine, attribute, props, scope, at))
  }
  const isInline = node.type === 'mdxJsxTextElement'
  return machine.renderElement({ name: node.name, props, children, scope, at, isInline })
}

function setAttribute(
  machine: Machine,
  { name, value }: MarkdownAttribute,
  props: ValueMap,
  scope: Scope,
  at: SourcePoint,
) {
  if (name === undefined) {
    const spread = typeof value === 'string' ? parseExpression(`{${value}}`, at) : undefined
    if (spread) spreadInto(props, machine.evaluate(spread, scope))
  } else if (value === null || value === undefined) props.set(name, true)
  else if (typeof value === 'string') props.set(name, replaceVariables(value, machine.variables))
  else if (/^on[A-Z]/.test(name)) reportHandler(machine, name, at)
  else props.set(name, evaluateText(machine, value.value, scope, at))
}

const simpleLiteral = /^\s*(?:(true|false)|(-?(?:0|[1-9]\d*)(?:\.\d+)?)|"([^"\\\n]*)"|'([^'\\\n]*)')\s*$/

/** Most braces hold a number, a word or a flag; those need no JavaScript parser. */
function evaluateText(machine: Machine, source: string, scope: Scope, at: SourcePoint): Value {
  const literal = simpleLiteral.exec(source)
  if (literal) {
    if (literal[1]) return literal[1] === 'true'
    return literal[2] ? Number(literal[2]) : (literal[3] ?? literal[4])
  }
  // A snippet that is rendered a thousand times parses its expressions as often.
  machine.budget.spend(1 + (source.length >> 2))
  const node = parseExpression(source, at)
  return node ? machine.evaluate(node, scope) : undefined
}

/** An expression that stands in Markdown: `{name}`, `{items.map(…)}`, a comment, or a `{{variable}}`. */
export function renderExpression(machine: Machine, source: string, scope: Scope, at: SourcePoint): TreeNode[] {
  const written = `{${source}}`
  const replaced = replaceVariables(written, machine.variables)
  if (replaced !== written) return [{ kind: 'text', value: replaced }]
  if (/^\{\s*[\w.-]+\s*\}$/.test(source)) {
    machine.report('unknown_variable', `docs.json has no variable for ${written}; it is drawn as it is written.`, at)
    return [{ kind: 'text', value: written }]
  }
  try {
    return toNodes(evaluateText(machine, source, scope, at), machine)
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    if (error instanceof MissingImport) return []
    machine.report('fallback', `${shown(written)}: ${error.message}.`, at)
    // A name in braces that nobody defines was most likely meant to be read.
    return isPlainName.test(source) ? [{ kind: 'text', value: written }] : []
  }
}

const isPlainName = /^\s*[A-Za-z_$][\w$.]*\s*$/

function shown(source: string): string {
  const line = source.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g

/** `{{name}}` becomes the value that docs.json gives it; unknown names stay as they are. */
export function replaceVariables(text: string, variables: Readonly<Record<string, string>>): string {
  if (!text.includes('{{')) return text
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  )
}
