import { createOnigurumaEngine, loadWasm } from 'shiki/engine/oniguruma'
import type { IOnigLib, OnigScanner } from 'shiki/textmate'
import { instantiateOniguruma } from './instantiate-oniguruma.ts'

/** About four times what the 25 commonest grammars need together; dynamic end patterns could go on for ever. */
const maxScanners = 4000

/**
 * Oniguruma and not the JavaScript engine, although that one is a tenth faster cold: V8 matches some patterns
 * differently once it has compiled them (`CREATE DATABASE x` in SQL), so its output depends on what ran before;
 * and Oniguruma gives up on a pattern after a fixed number of steps, where V8 would go on.
 *
 * Scanners are kept by their patterns: a rule whose end depends on captured text (heredocs, Python's quotes)
 * rebuilds all its patterns each time, which was a sixth of a cold run.
 */
export async function loadScanner(): Promise<IOnigLib> {
  await loadWasm(async (imports = {}) => instantiateOniguruma(imports))
  const engine = await createOnigurumaEngine()
  const scanners = new Map<string, OnigScanner>()
  return {
    createOnigString: (text) => engine.createString(text),
    createOnigScanner(patterns) {
      const key = patterns.join('\n\0')
      const known = scanners.get(key)
      if (known) return known
      if (scanners.size >= maxScanners) scanners.clear()
      const scanner = engine.createScanner(patterns)
      // Without `dispose`: the rule that drops a scanner is not its only user.
      const shared: OnigScanner = {
        findNextMatchSync: (text, at, options) => scanner.findNextMatchSync(text, at, options),
      }
      scanners.set(key, shared)
      return shared
    },
  }
}
