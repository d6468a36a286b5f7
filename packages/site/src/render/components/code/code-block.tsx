import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue } from '../../../model/page-tree.ts'
import { textOf } from '../../../page/text-of.ts'
import { markLines } from '../../highlight/mark-lines.ts'
import { type CodeMeta, readCodeMeta, readLineNumbers } from '../../highlight/read-code-meta.ts'
import { languageLabel } from '../../highlight/resolve-language.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { Html, html, nothing } from '../../html/html.ts'
import { readFlag, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { reportOptions } from '../props/report-props.ts'
import { Mermaid } from './mermaid.tsx'

/** A fence of Markdown, or `<CodeBlock>` around text. */
export function CodeBlock({ node, renderer }: ComponentProps) {
  const block = readCodeBlock(node)
  if (block.language === 'mermaid') return <Mermaid node={node} renderer={renderer} others={block.meta.others} />
  return renderCodeBox(block, renderer, true)
}

export interface CodeBlockData {
  node: ElementNode
  language: string
  code: string
  meta: CodeMeta
  /** The name of a tab or a title bar: the title, or the language. */
  label: string
}

export function readCodeBlock(node: ElementNode): CodeBlockData {
  const { language, rest } = splitLanguage(readText(node, 'language') ?? '')
  const written = readCodeMeta(`${rest} ${readText(node, 'meta') ?? ''}`)
  const meta = { ...written, ...propsAsMeta(node) }
  const code = typeof node.props.code === 'string' ? node.props.code : textOf(node.children)
  return { node, language, code: code.replace(/\n$/, ''), meta, label: meta.title ?? languageLabel(language) }
}

/**
 * Without a head the block stands in a group, whose tab already names it. A template and no JSX: pages hold three or four
 * blocks each, and some a hundred.
 */
export function renderCodeBox(block: CodeBlockData, renderer: Renderer, hasHead: boolean): HtmlEscapedString {
  const { meta } = block
  const { copied, copy } = renderer.context.words
  reportOptions(meta.others, block.node, renderer.context)
  const classes = ['code', meta.isWrapped && 'code-wrap', meta.hasLineNumbers && 'code-numbered'].filter(Boolean)
  const content = html`<pre><code>${new Html(renderLines(block, renderer))}</code></pre>`
  const box = html`<div class="${classes.join(' ')}" data-bindery-scope="">${hasHead ? renderTitle(block, renderer) : nothing}\
${meta.isNotCopied ? nothing : html`<p class="code-tools"><button class="copy" type="button" data-bindery-do="copy" data-bindery-done="${copied}">${copy}</button></p>`}\
${meta.isExpandable ? foldLong(content, block, renderer) : content}</div>`
  return raw(box.text)
}

/** What has an icon and no title is called by its language. */
function renderTitle({ node, label, meta: { title, icon } }: CodeBlockData, renderer: Renderer): Html {
  if (!title && !icon) return nothing
  return html`<p class="code-title">${new Html(String(renderIcon(node, renderer, icon)))}${title ?? label}</p>`
}

/** Shorter code is not worth folding. */
const foldedLines = 12

/** A checkbox carries the state, so that the first lines show and the rest opens without script. */
function foldLong(content: Html, block: CodeBlockData, renderer: Renderer): Html {
  if (block.code.split('\n').length <= foldedLines) return content
  const id = renderer.context.id('code')
  return html`<input class="code-fold" type="checkbox" id="${id}"/>${content}\
<label class="code-unfold" for="${id}">${renderer.context.words.showMore}</label>`
}

function renderLines({ node, language, code, meta }: CodeBlockData, renderer: Renderer): string {
  const marked = markLines(code)
  const { lines, known } = renderer.context.highlight(marked.code, language)
  if (!known) warnUnknown(language, node, renderer)
  const hasFocus = meta.focused.size + marked.focused.size > 0
  const isMarked = meta.highlighted.size + marked.highlighted.size + marked.added.size + marked.removed.size > 0
  if (!meta.hasLineNumbers && !hasFocus && !isMarked) return lines.join('\n')
  return lines.map((line, index) => `<span class="${classOf(index + 1)}">${line}\n</span>`).join('')

  function classOf(number: number): string {
    let name = 'line'
    if (marked.added.has(number)) name += ' add'
    else if (marked.removed.has(number)) name += ' del'
    else if (meta.highlighted.has(number) || marked.highlighted.has(number)) name += ' hl'
    if (hasFocus && !meta.focused.has(number) && !marked.focused.has(number)) name += ' dim'
    return name
  }
}

function warnUnknown(language: string, node: ElementNode, renderer: Renderer) {
  if (!node.at) return
  const message = `No grammar knows the language "${language}", so the code is plain. Use "text" if that is meant.`
  renderer.context.warn({ code: 'unknown_language', message, at: node.at })
}

/** ```` ```python{15} ````: lines glued to the language. ```` ```nocopy ````: no language at all. */
function splitLanguage(language: string): { language: string; rest: string } {
  if (language === 'nocopy') return { language: '', rest: language }
  const brace = language.indexOf('{')
  return brace === -1 ? { language, rest: '' } : { language: language.slice(0, brace), rest: language.slice(brace) }
}

function propsAsMeta(node: ElementNode): Partial<CodeMeta> {
  const title = readText(node, 'filename') ?? readText(node, 'title')
  const icon = readText(node, 'icon')
  return {
    ...(title !== undefined && { title }),
    ...(icon !== undefined && { icon }),
    ...(readFlag(node, 'lines') && { hasLineNumbers: true }),
    ...(readFlag(node, 'wrap') && { isWrapped: true }),
    ...(readFlag(node, 'expandable') && { isExpandable: true }),
    ...(readFlag(node, 'nocopy') && { isNotCopied: true }),
    ...(node.props.highlight !== undefined && { highlighted: readLineNumbers(listOf(node.props.highlight)) }),
    ...(node.props.focus !== undefined && { focused: readLineNumbers(listOf(node.props.focus)) }),
  }
}

function listOf(value: PropValue): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
