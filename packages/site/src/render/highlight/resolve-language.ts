import { languageAliasNames, languageNames } from '@shikijs/langs'
import { grammarTitle } from './load-grammar.ts'

/** Names that authors use for text without a grammar. */
const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'ansi', 'ascii'])

/** Names seen in real repositories that the grammar bundle does not know. */
const ownAliases: Record<string, string> = {
  'c++': 'cpp',
  'c#': 'csharp',
  'f#': 'fsharp',
  curl: 'shellscript',
  env: 'dotenv',
  gradle: 'groovy',
  jsonl: 'jsonl',
  notebook: 'python',
  cmd: 'bat',
}

const idByName = new Map([...languageNames, ...languageAliasNames].map((name) => [name, name]))
for (const [alias, id] of Object.entries(ownAliases)) idByName.set(alias, id)

export type Language = { kind: 'plain' } | { kind: 'grammar'; id: string } | { kind: 'unknown' }

export function resolveLanguage(name: string): Language {
  const key = name.toLowerCase()
  if (plainNames.has(key)) return { kind: 'plain' }
  const id = idByName.get(key)
  return id === undefined ? { kind: 'unknown' } : { kind: 'grammar', id }
}

/** How the language is called for a reader: `Python` for `py`. Empty for plain text. */
export function languageLabel(name: string): string {
  const language = resolveLanguage(name)
  if (language.kind === 'plain') return ''
  return language.kind === 'unknown' ? name : grammarTitle(language.id)
}
