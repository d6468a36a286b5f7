import type { Diagnostic, TreeNode } from '../../model/page-tree.ts'
import type { Heading } from '../ids/name-parts.ts'
import { readLeniently } from '../lenient/read-leniently.ts'
import { guardSource } from '../parse/guard-source.ts'
import { PageError } from '../parse/page-error.ts'
import { type Format, type ParsedText, parseMarkdown } from '../parse/parse-markdown.ts'
import { parseFrontMatter, splitFrontMatter } from '../parse/read-front-matter.ts'
import { renderElement } from './elements/render-element.ts'
import { renderMarkdown } from './elements/render-markdown.ts'
import { callClosure } from './expressions/call-closure.ts'
import { evaluateExpression } from './expressions/evaluate-expression.ts'
import { findBarriers } from './finish/find-barriers.ts'
import { finishTree } from './finish/finish-tree.ts'
import { compileIslands, type PageCode } from './islands/compile-islands.ts'
import { IslandFinder } from './islands/find-islands.ts'
import { Budget, defaultLimits, LimitExceeded, type Limits } from './machine/limits.ts'
import type { Machine } from './machine/machine.ts'
import { Scope } from './machine/values.ts'
import { declareBlocks } from './modules/load-module.ts'
import { loadSnippets } from './modules/load-snippets.ts'

export interface PageInput {
  /** Relative to the docs folder, with forward slashes. */
  file: string
  source: string
  /** By the file's ending when it is not given. */
  format?: Format
  /** The text of another file of the docs folder; undefined when there is none. */
  readSnippet(path: string): string | undefined
  /** `variables` of docs.json. */
  variables: Readonly<Record<string, string>>
  /** Names of the components that the site can render: `Card`, `Tree.File`, … */
  components: ReadonlySet<string>
  limits?: Partial<Limits>
  /** Components that need a browser are compiled for it. */
  compiles?: boolean
}

export interface InterpretedPage {
  frontMatter: Record<string, unknown>
  children: TreeNode[]
  headings: Heading[]
  /** Every id of the page that is known so far: no later one may be the same. */
  ids: string[]
  diagnostics: Diagnostic[]
  /** Every path that was asked for, found or not: a page is rendered again when one of them changes or appears. */
  imports: string[]
  /** Something on the page could not be rendered as its author meant it. */
  fallback: boolean
  /** What a browser runs on the page. */
  code?: PageCode
  /** The text that was read, which others need not parse again. */
  parsed: ParsedText
}

/**
 * Turns the source of one page into a tree of data. Nothing that an author wrote is ever evaluated by the host:
 * expressions and components are walked as syntax, within limits. A page that is not valid MDX is shown as far as it can
 * be read; one whose front matter cannot be read may be private, and throws.
 */
export function interpretPage(input: PageInput): InterpretedPage {
  const { file, source } = input
  const { block, body } = splitFrontMatter(source, file)
  const frontMatter = block === undefined ? {} : parseFrontMatter(block, file)
  const found: Diagnostic[] = []
  const interpreted = readLeniently({
    file,
    text: body,
    read: (text) => withinLimits(file, () => interpretBody(text, input)),
    onError: (error) => found.push(notParsed(error)),
  })
  return { ...interpreted, frontMatter, diagnostics: [...found, ...interpreted.diagnostics] }
}

function notParsed({ file, line, column, reason }: PageError): Diagnostic {
  return { code: 'page_not_parsed', message: reason.replace(/\.?$/, '.'), at: { file, line, column } }
}

function withinLimits<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof LimitExceeded) throw new PageError(file, 1, 1, error.message)
    if (error instanceof RangeError) throw new PageError(file, 1, 1, 'The page is nested too deeply to be read.')
    throw error
  }
}

function interpretBody(body: string, { file, ...input }: PageInput): Omit<InterpretedPage, 'frontMatter'> {
  const limits = { ...defaultLimits, ...input.limits }
  guardSource(body, file)
  const root = parseMarkdown(body, file, input.format ?? (file.endsWith('.md') ? 'md' : 'mdx'))

  const markdownHeadings = new Set<TreeNode>()
  const { machine, islands, snippets, diagnostics } = wire(input, limits, markdownHeadings)
  const scope = new Scope()
  declareBlocks({ machine, file, scope, exports: new Map(), importer: snippets.importerFor(file) }, root)
  const rendered = renderMarkdown(machine, root, file, scope, markdownHeadings)
  const { children, headings, ids } = finishTree(rendered, markdownHeadings, limits)
  findBarriers(children, file, machine.report)
  const code = compileIslands(islands, machine.report)
  const fallback = diagnostics.some(({ code }) => code === 'fallback')
  const imports = [...snippets.asked]
  return {
    children,
    headings,
    ids,
    diagnostics,
    imports,
    fallback,
    parsed: { text: body, root },
    ...(code && { code }),
  }
}

function wire(input: Omit<PageInput, 'file'>, limits: Limits, markdownHeadings: Set<TreeNode>) {
  const diagnostics: Diagnostic[] = []
  const budget = new Budget(limits)
  const islands = new IslandFinder(input.compiles ?? false, budget, reporterInto(diagnostics))
  const machine: Machine = {
    budget,
    islands,
    components: input.components,
    variables: input.variables,
    report: (...noted) => islands.report(...noted),
    evaluate: (node, scope) => evaluateExpression(machine, node, scope),
    call: (closure, args) => callClosure(machine, closure, args),
    renderElement: (request) => renderElement(machine, request),
    findSnippet: (file, fromFile) => snippets.find(file, fromFile),
  }
  const snippets = loadSnippets(machine, input.readSnippet, markdownHeadings)
  return { machine, islands, snippets, diagnostics }
}

/** A component that is rendered a hundred times says once what it lacks. */
function reporterInto(diagnostics: Diagnostic[]): Machine['report'] {
  const seen = new Set<string>()
  return (code, message, at) => {
    const key = `${code}\n${message}\n${at.file}\n${at.line}\n${at.column}`
    if (seen.has(key)) return
    seen.add(key)
    diagnostics.push({ code, message, at: { file: at.file, line: at.line, column: at.column } })
  }
}
