import { createOnigurumaEngine, loadWasm } from '@shikijs/engine-oniguruma'
import type { IOnigLib } from '@shikijs/vscode-textmate'
import { instantiateOniguruma } from './instantiate-oniguruma.ts'
import { Line } from './line.ts'
import { SharedPattern } from './shared-pattern.ts'

/** Eight times what 17 languages of a large site need; end patterns made from captured text could go on for ever. */
const maxPatterns = 8000

/**
 * Oniguruma and not the JavaScript engine, although that one is a tenth faster cold: V8 matches some patterns
 * differently once it has compiled them (`CREATE DATABASE x` in SQL), so its output depends on what ran before;
 * and Oniguruma gives up on a pattern after a fixed number of steps, where V8 would go on.
 *
 * A scanner is a list of patterns of which the leftmost match wins, the first of them if several begin there. Grammars
 * repeat themselves: in 1,000 pages 821 scanners list 12,649 patterns, and 966 of those are different. So each pattern is
 * compiled once, and what it found in a line holds for every scanner that has it.
 */
export async function loadScanner(): Promise<IOnigLib> {
  // By this name, or the library asks whether it is a Response, and Node loads its fetch to tell.
  await loadWasm({ instantiator: async (imports = {}) => instantiateOniguruma(imports) })
  const engine = await createOnigurumaEngine()
  const patterns = new Map<string, SharedPattern>()

  function patternOf(source: string): SharedPattern {
    const known = patterns.get(source)
    if (known) return known
    if (patterns.size >= maxPatterns) {
      for (const pattern of patterns.values()) pattern.forget()
      patterns.clear()
    }
    const pattern = new SharedPattern(source, engine)
    patterns.set(source, pattern)
    return pattern
  }

  return {
    createOnigString: (text) => new Line(text, engine.createString(text)),
    createOnigScanner(sources) {
      const own = sources.map((source) => patternOf(typeof source === 'string' ? source : source.source))
      return { findNextMatchSync: (line, at, options) => findLeftmost(own, line as Line, at, Number(options)) }
    },
  }
}

function findLeftmost(patterns: SharedPattern[], line: Line, at: number, options: number) {
  let index = -1
  let start = Number.POSITIVE_INFINITY
  for (let i = 0; i < patterns.length && start > at; i++) {
    const found = patterns[i]?.find(line, at, options)
    if (found === undefined || found >= start) continue
    index = i
    start = found
  }
  const captureIndices = patterns[index]?.captures
  return captureIndices ? { index, captureIndices } : null
}
