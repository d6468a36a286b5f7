import type { ElementNode, PropValue } from '../../model/page-tree.ts'
import { textOfProp } from '../../page/text-of.ts'

/** Authors write `required`, `required={true}` and `required="true"`, Python's writers `"True"`. */
export function readFlag(node: ElementNode, name: string): boolean {
  const value = node.props[name]
  return value === true || (typeof value === 'string' && (value === '' || value.toLowerCase() === 'true'))
}

/** A prop as plain text, for ids, attributes and labels; undefined if it is absent or empty. */
export function readText(node: ElementNode, name: string): string | undefined {
  const text = textOfProp(node.props[name]).trim()
  return text === '' ? undefined : text
}

export function readNumber(node: ElementNode, name: string): number | undefined {
  const value = Number(node.props[name] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

const safeColor =
  /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([\d\s.,%/a-z+-]*\)|var\(--[\w-]+\))$/i

/** A CSS color, refused if it could be anything more than a color. */
export function readColor(value: PropValue): string | undefined {
  return typeof value === 'string' && safeColor.test(value.trim()) ? value.trim() : undefined
}

/** The children that are elements of these names, in order; white space and stray text between them is left out. */
export function childrenNamed(node: ElementNode, ...names: string[]): ElementNode[] {
  return node.children.filter((child) => child.kind === 'element' && names.includes(child.name)) as ElementNode[]
}
