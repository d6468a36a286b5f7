import type { ElementNode, PropValue } from '../../../model/page-tree.ts'
import type { RenderContext } from '../../html/render-context.ts'
import { componentProps, ignoredOptions, sharedProps } from './component-props.ts'

/** Names in the report every property of a component that has no effect, and every value that none has. */
export function reportProps(node: ElementNode, context: RenderContext): void {
  const known = componentProps.get(node.name)
  if (!known || !node.at) return
  for (const name in node.props) {
    const value = node.props[name]
    if (sharedProps.has(name) || value === undefined || value === null || value === false) continue
    const message = explain(node.name, name, Object.hasOwn(known, name) ? known[name] : undefined, value)
    if (message !== undefined) context.warn({ code: 'ignored_prop', message, at: node.at })
  }
}

/** The same for what stands after a fence's language. */
export function reportOptions(options: readonly string[], { at }: ElementNode, context: RenderContext): void {
  if (!at) return
  for (const option of options) {
    const reason = Object.hasOwn(ignoredOptions, option) ? ignoredOptions[option] : 'it is not an option of code.'
    context.warn({ code: 'ignored_prop', message: `“${option}” of a code block has no effect: ${reason}`, at })
  }
}

type Support = ReturnType<typeof supportOf>

function supportOf(name: string, prop: string) {
  return componentProps.get(name)?.[prop]
}

function explain(component: string, prop: string, support: Support, value: PropValue): string | undefined {
  if (support === 'honoured') return undefined
  if (support === undefined) return `<${component}> has no property “${prop}”, so it has no effect.`
  if ('ignored' in support) return `“${prop}” of <${component}> has no effect: ${support.ignored}`
  const values = Array.isArray(value) ? value : [value]
  const odd = values.find((one) => !support.includes(String(one)))
  if (odd === undefined) return undefined
  const shown = typeof odd === 'object' ? 'data' : `“${String(odd).slice(0, 40)}”`
  return `“${prop}” of <${component}> is ${shown}, which has no effect. Use one of: ${support.join(', ')}.`
}
