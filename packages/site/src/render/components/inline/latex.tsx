import { createRequire } from 'node:module'
import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type katex from 'katex'
import { textOf } from '../../../page/text-of.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readFlag, readText } from '../../html/read-props.ts'

const require = createRequire(import.meta.url)
let renderer: typeof katex | undefined

export function Latex({ node }: ComponentProps) {
  return renderMath(readText(node, 'tex') ?? textOf(node.children), readFlag(node, 'display'))
}

/** `$…$` and `$$…$$` in Markdown. */
export function MathNode({ node }: ComponentProps) {
  return renderMath(readText(node, 'tex') ?? '', readFlag(node, 'display'))
}

/**
 * MathML, which browsers render themselves: no style sheet and no fonts (KaTeX's are 23 and 300 KB).
 * Few pages have formulas, so the 270 KB of KaTeX are read when the first one comes.
 */
function renderMath(tex: string, displayMode: boolean): HtmlEscapedString {
  renderer ??= require('katex') as typeof katex
  const html = renderer.renderToString(tex, {
    displayMode,
    output: 'mathml',
    throwOnError: false,
    strict: false,
    trust: false,
    maxSize: 50,
    maxExpand: 500,
  })
  return raw(displayMode ? `<div class="math">${html}</div>` : html)
}
