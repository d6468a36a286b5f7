import type { SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import { readLeniently } from '../../lenient/read-leniently.ts'
import { guardSource } from '../../parse/guard-source.ts'
import { PageError } from '../../parse/page-error.ts'
import { parseMarkdown } from '../../parse/parse-markdown.ts'
import { splitFrontMatter } from '../../parse/read-front-matter.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import { renderMarkdown } from '../elements/render-markdown.ts'
import type { Machine } from '../machine/machine.ts'
import { Lazy, Scope, SnippetComponent, type ValueMap } from '../machine/values.ts'
import { declareBlocks, declareScript, type Exports, type Importer } from './load-module.ts'
import { resolveImport, resolveSnippet } from './resolve-import.ts'

/** The other files that a page renders from, each read and parsed once for the page. */
export interface Snippets {
  importerFor(file: string): Importer
  /** `<Snippet file="…">`. */
  find(file: string, fromFile: string): SnippetComponent | undefined
  /** Every path asked for, found or not. */
  readonly asked: Set<string>
}

export function loadSnippets(
  machine: Machine,
  readSnippet: (path: string) => string | undefined,
  headings: Set<TreeNode>,
): Snippets {
  const loaded = new Map<string, Exports>()
  const rendering = new Set<string>()
  const asked = new Set<string>()

  function load(paths: string[]): Exports | undefined {
    for (const path of paths) {
      const known = loaded.get(path)
      if (known) return known
      asked.add(path)
      const source = readSnippet(path)
      if (source !== undefined) return loadSource(path, source)
    }
    return undefined
  }

  function loadSource(path: string, source: string): Exports {
    const exports: Exports = new Map()
    // Known before it is read, so that two files may import each other.
    loaded.set(path, exports)
    try {
      if (/\.mdx?$/.test(path)) loadMarkdown(path, source, exports)
      else declareScript({ machine, file: path, scope: new Scope(), exports, importer: importerFor(path) }, source)
    } catch (error) {
      // TypeScript and newer syntax than the parser knows leave a file without exports; pages are rendered without them.
      if (!(error instanceof PageError)) throw error
      machine.report('fallback', `"${path}" is left out: ${error.reason}`, error)
    }
    return exports
  }

  /** As a page, it is rendered as far as it can be read. */
  function readMarkdown(path: string, source: string, exports: Exports) {
    const { body } = splitFrontMatter(source, path)
    const read = (text: string) => {
      guardSource(text, path)
      const root = parseMarkdown(text, path, path.endsWith('.mdx') ? 'mdx' : 'md')
      const scope = new Scope()
      exports.clear()
      declareBlocks({ machine, file: path, scope, exports, importer: importerFor(path) }, root)
      return { root, scope }
    }
    const onError = (error: PageError) => machine.report('page_not_parsed', error.reason, error)
    return readLeniently({ file: path, text: body, read, onError })
  }

  function loadMarkdown(path: string, source: string, exports: Exports) {
    const { root, scope } = readMarkdown(path, source, exports)
    const render = (props: ValueMap) => {
      const inner = new Scope(scope)
      // A snippet reads its props by name or from `props`, as authors do both.
      for (const [name, value] of props) inner.set(name, value)
      inner.set('props', props)
      if (!props.has('children')) inner.set('children', undefined)
      return renderOnce(path, () => renderMarkdown(machine, root, path, inner, headings))
    }
    exports.set('default', new Lazy(() => new SnippetComponent(path, render)))
  }

  function renderOnce(path: string, render: () => TreeNode[]): TreeNode[] {
    if (rendering.has(path)) throw new Unsupported(`"${path}" contains itself`)
    rendering.add(path)
    try {
      return render()
    } finally {
      rendering.delete(path)
    }
  }

  function importerFor(file: string): Importer {
    return (specifier: string, at: SourcePoint) => {
      const exports = load(resolveImport(specifier, file))
      if (!exports) machine.report('missing_import', `"${specifier}" is not in the repository.`, at)
      return exports
    }
  }

  function find(file: string, fromFile: string): SnippetComponent | undefined {
    const value = load(resolveSnippet(file, fromFile))?.get('default')?.force('default')
    return value instanceof SnippetComponent ? value : undefined
  }

  return { importerFor, find, asked }
}
