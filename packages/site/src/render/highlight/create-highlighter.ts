import { createHash } from 'node:crypto'
import { escapeText } from '../html/html.ts'
import type { HighlightedCode } from '../html/render-context.ts'
import { grammarName, loadGrammar } from './load-grammar.ts'
import { loadScanner } from './load-scanner.ts'
import { resolveLanguage } from './resolve-language.ts'
import { LineTokenizer, type Memory } from './tokenize-lines.ts'

/** A store that outlives the process. A value is valid for good under its key: the key names the classes' version. */
export interface HighlightCache {
  get(key: string): string | undefined
  set(key: string, html: string): void
}

export interface Highlighter {
  highlight(code: string, language: string, cache?: HighlightCache): HighlightedCode
}

/** Raise when grammars, classes or the writing of tokens change, so that kept HTML is not used again. */
const version = 'shiki-4.6.0/1'

/** A block past this is a log or a data dump: plain text, at once. */
const maxCodeLength = 400_000

/**
 * In characters, before all memory starts afresh: a site of 4,812 pages needs a third of it. When each grammar had 16
 * million of its own, a process grew by 40 KB with every page of a site whose code never repeats.
 */
const maxCached = 8_000_000

/**
 * One for each process: grammars are loaded when first met and stay warm. Nothing here depends on time, so that
 * a slow machine writes the same bytes as a fast one; only sizes decide what stays plain.
 */
export async function createHighlighter(): Promise<Highlighter> {
  const scanner = await loadScanner()
  const tokenizers = new Map<string, LineTokenizer>()
  const memory: Memory = { cached: 0 }

  function tokenizerOf(grammar: string): LineTokenizer {
    if (memory.cached > maxCached) {
      for (const tokenizer of tokenizers.values()) tokenizer.forget()
      memory.cached = 0
    }
    const known = tokenizers.get(grammar)
    if (known) return known
    const tokenizer = new LineTokenizer(loadGrammar(grammar, scanner), memory)
    tokenizers.set(grammar, tokenizer)
    return tokenizer
  }

  return {
    highlight(code, name, cache) {
      const language = resolveLanguage(name)
      if (language.kind !== 'grammar' || code.length > maxCodeLength) {
        return { lines: code.split('\n').map(escapeText), known: language.kind !== 'unknown' }
      }
      const grammar = grammarName(language.id)
      const lines =
        tokenizers.get(grammar)?.recall(code) ??
        throughCache(cache, grammar, code, () => tokenizerOf(grammar).tokenize(code))
      return { lines, known: true }
    },
  }
}

function throughCache(cache: HighlightCache | undefined, id: string, code: string, make: () => string[]): string[] {
  if (!cache) return make()
  const key = createHash('sha256').update(`${version}\0${id}\0${code}`).digest('hex')
  const cached = cache.get(key)
  if (cached !== undefined) return cached.split('\n')
  const lines = make()
  cache.set(key, lines.join('\n'))
  return lines
}
