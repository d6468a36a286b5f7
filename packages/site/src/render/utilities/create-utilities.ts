import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { utilityTheme } from './utility-theme.ts'
import { type RuleNode, writeRules } from './write-rules.ts'

export interface Utilities {
  /** The rules of those of a page's classes that are utilities, in the order in which they win over each other. */
  compile(names: readonly string[]): Promise<PageRules>
}

export interface PageRules {
  /** Empty if none of the names is a utility. In the layer of the author's own sheets, which come after and win a tie. */
  css: string
  /** Names whose rules would load something or reach beyond the content. */
  refused: string[]
}

// What the compiler has read of names it never forgets. Past this many it is made anew, which takes 50 ms.
const mostNamesHeld = 20_000
/** The content of a page, where nothing else of it ever matches; it weighs nothing. */
const scope = ':where(.prose,.site-banner)'

/**
 * Compiles utility classes, in the names and values that pages of this format use. The compiler is loaded with the first
 * page that has classes: most pages have none. It runs nothing of an author's and reads a name without backtracking.
 */
export function createUtilities(): Utilities {
  let compiler: Compiler | undefined
  return {
    async compile(names) {
      if (names.length === 0) return { css: '', refused: [] }
      if (!compiler || compiler.rules.size > mostNamesHeld) compiler = await loadCompiler()
      return compilePage(names, compiler)
    },
  }
}

interface Compiler {
  system: DesignSystem
  /** By name; null for one that is no utility, undefined for a refused one. */
  rules: Map<string, string | null | undefined>
}

interface DesignSystem {
  candidatesToAst(names: string[]): RuleNode[][]
  getClassOrder(names: string[]): [name: string, order: bigint | null][]
  /** Every name without a value of an author's. */
  getClassList(): [name: string, meta: unknown][]
}

function compilePage(names: readonly string[], { system, rules }: Compiler): PageRules {
  const unread = names.filter((name) => !rules.has(name))
  for (const [index, nodes] of system.candidatesToAst(unread).entries()) {
    rules.set(unread[index] ?? '', nodes.length === 0 ? null : writeRules(nodes))
  }
  const known = names.filter((name) => rules.get(name))
  const ordered = system.getClassOrder(known).sort(([, one], [, other]) => Number((one ?? 0n) - (other ?? 0n)))
  const css = ordered.map(([name]) => rules.get(name)).join('')
  return {
    css: css === '' ? '' : `@layer author{${scope}{${css}}}`,
    refused: names.filter((name) => rules.get(name) === undefined),
  }
}

const require = createRequire(import.meta.url)

export async function loadCompiler(): Promise<Compiler> {
  const { __unstable__loadDesignSystem: loadDesignSystem } = await import('tailwindcss')
  const system = await loadDesignSystem(utilityTheme, {
    base: '/',
    loadStylesheet: async (path) => ({ path, base: '/', content: readFileSync(require.resolve(path), 'utf8') }),
  })
  return { system: system as DesignSystem, rules: new Map() }
}
