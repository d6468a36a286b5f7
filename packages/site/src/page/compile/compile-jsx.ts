import { cleanText } from '../parse/clean-text.ts'
import type {
  JsxAttribute,
  JsxChild,
  JsxElement,
  JsxFragment,
  JsxName,
  JsxSpreadAttribute,
} from '../parse/parse-script.ts'
import { childrenOf, type SyntaxNode } from './walk-syntax.ts'

/**
 * The source of a node with each JSX element as a call of `$h`; everything else stays as its author wrote it. Nothing
 * is evaluated. Names that `isKnown` does not know are components of ours, which a browser does not have.
 */
export function compileJsx(node: object, source: string, isKnown: (name: string) => boolean): string {
  const compile = (inner: object): string => {
    const { start, end } = inner as SyntaxNode
    let text = ''
    let at = start
    for (const jsx of findJsx(inner as SyntaxNode)) {
      text += source.slice(at, jsx.start) + compileElement(jsx)
      at = jsx.end
    }
    return text + source.slice(at, end)
  }

  const compileElement = (jsx: (JsxElement | JsxFragment) & { start: number }): string => {
    const children = jsx.children.flatMap(compileChild)
    if (jsx.type === 'JSXFragment') return call('$F', 'null', children)
    const { name, attributes } = jsx.openingElement
    return call(typeOf(name, isKnown), compileAttributes(attributes), children)
  }

  const compileChild = (child: JsxChild): string[] => {
    if (child.type === 'JSXText') return quoteUnlessEmpty(cleanText(child.value))
    if (child.type === 'JSXElement' || child.type === 'JSXFragment') return [compileElement(child)]
    if (child.expression.type === 'JSXEmptyExpression') return []
    return [`${child.type === 'JSXSpreadChild' ? '...' : ''}(${compile(child.expression)})`]
  }

  const compileAttributes = (attributes: (JsxAttribute | JsxSpreadAttribute)[]): string => {
    if (attributes.length === 0) return 'null'
    const props = attributes.map((attribute) => {
      if (attribute.type === 'JSXSpreadAttribute') return `...(${compile(attribute.argument)})`
      return `${keyOf(attributeName(attribute.name))}:${compileValue(attribute.value)}`
    })
    return `{${props.join(',')}}`
  }

  const compileValue = (value: JsxAttribute['value']): string => {
    if (value === null) return 'true'
    if (value.type === 'Literal') return quote(value.value)
    if (value.type !== 'JSXExpressionContainer') return compileElement(value)
    return value.expression.type === 'JSXEmptyExpression' ? 'undefined' : `(${compile(value.expression)})`
  }

  return compile(node)
}

/** A text as it may stand in a script inside a page: nothing in it can end the script. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A key of an object; this one name would be its prototype. */
export function keyOf(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function quoteUnlessEmpty(text: string): string[] {
  return text === '' ? [] : [quote(text)]
}

function call(type: string, props: string, children: string[]): string {
  return `$h(${[type, props, ...children].join(',')})`
}

type Jsx = (JsxElement | JsxFragment) & { start: number; end: number }

/** The outermost ones. */
function findJsx(node: SyntaxNode, found: Jsx[] = []): Jsx[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(node)
  else for (const child of childrenOf(node)) findJsx(child, found)
  return found
}

function typeOf(name: JsxName, isKnown: (name: string) => boolean): string {
  const path = pathOf(name)
  const [first = ''] = path
  if (path.length === 1 && /^[a-z]|[:-]/.test(first)) return quote(first)
  return isKnown(first) ? path.join('.') : `$.part(${quote(path.join('.'))})`
}

function pathOf(name: JsxName): string[] {
  if (name.type === 'JSXMemberExpression') return [...pathOf(name.object), name.property.name]
  return [attributeName(name)]
}

function attributeName(name: Exclude<JsxName, { type: 'JSXMemberExpression' }>): string {
  return name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`
}
