import { createRequire } from 'node:module'
import type { LanguageRegistration } from '@shikijs/types'
import { type IGrammar, type IOnigLib, Registry } from '@shikijs/vscode-textmate'
import { classesOfColors, classTheme, type TokenClass } from './token-classes.ts'

const require = createRequire(import.meta.url)
// Asked for every block of code, and finding a module by its name is not free.
const registrations = new Map<string, LanguageRegistration[]>()

export interface LoadedGrammar {
  grammar: IGrammar
  classes: (TokenClass | undefined)[]
}

/** What Markdown and its kin may embed here; they name some fifty languages, most of them never met in a fence. */
const embeddable = new Set(
  'tsx typescript javascript json jsonc yaml toml python shellscript html css sql diff go rust'.split(' '),
)

/**
 * Each language has a registry of its own. In a shared one, whether the Python inside a Markdown block is colored
 * would depend on whether some page before it had loaded Python.
 */
export function loadGrammar(id: string, scanner: IOnigLib): LoadedGrammar {
  const registry = new Registry({ onigLib: scanner, theme: classTheme, loadGrammar: () => undefined })
  const own = readGrammars(id)
  const lazy = (own.at(-1)?.embeddedLangsLazy ?? []).filter((name) => embeddable.has(name))
  const byScope = new Map([...lazy.flatMap(readGrammars), ...own].map((grammar) => [grammar.scopeName, grammar]))
  let main: IGrammar | undefined
  for (const grammar of byScope.values()) {
    const injections = [...byScope.values()].filter((other) => other.injectTo?.includes(grammar.scopeName))
    const added = registry.addGrammar(
      grammar,
      injections.map((other) => other.scopeName),
    )
    if (grammar.scopeName === own.at(-1)?.scopeName) main = added
  }
  if (!main) throw new Error(`The grammar of "${id}" is empty: the package of grammars is damaged, install it again.`)
  return { grammar: main, classes: classesOfColors(registry.getColorMap()) }
}

/** The grammar's own name: several names may stand for one grammar. */
export function grammarName(id: string): string {
  return readGrammars(id).at(-1)?.name ?? id
}

/** As a reader knows the language. */
export function grammarTitle(id: string): string {
  return readGrammars(id).at(-1)?.displayName ?? id
}

/** `require`, because rendering a page is synchronous and a grammar is first needed in the middle of one. */
function readGrammars(id: string): LanguageRegistration[] {
  const known = registrations.get(id)
  if (known) return known
  const { default: read } = require(`@shikijs/langs/${id}`) as { default: LanguageRegistration[] }
  registrations.set(id, read)
  return read
}
