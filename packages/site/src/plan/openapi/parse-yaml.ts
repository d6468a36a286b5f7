import { parse } from 'yaml'

/**
 * Of two equal keys the last one counts, as in JSON. Looking for them would compare each key with all before it: 25,000
 * paths took twenty seconds, and take two.
 */
const options = { schema: 'core', maxAliasCount: 100, logLevel: 'error', uniqueKeys: false } as const

export function parseYaml(text: string): unknown {
  return parse(text.replace(/^\uFEFF/, ''), options)
}
