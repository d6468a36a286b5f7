import { bundledLanguagesInfo } from 'shiki/langs'

/** Names that authors use for text without a grammar. */
const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'ansi', 'ascii'])

/** Names seen in real repositories that the grammar bundle does not know. */
const ownAliases: Record<string, string> = {
  curl: 'shellscript',
  env: 'dotenv',
  gradle: 'groovy',
  jsonl: 'jsonl',
  notebook: 'python',
  cmd: 'bat',
}

const idByName = new Map<string, string>()
for (const { id, aliases } of bundledLanguagesInfo) {
  idByName.set(id, id)
  for (const alias of aliases ?? []) idByName.set(alias, id)
}
for (const [alias, id] of Object.entries(ownAliases)) idByName.set(alias, id)

export type Language = { kind: 'plain' } | { kind: 'grammar'; id: string } | { kind: 'unknown' }

export function resolveLanguage(name: string): Language {
  const key = name.toLowerCase()
  if (plainNames.has(key)) return { kind: 'plain' }
  const id = idByName.get(key)
  return id === undefined ? { kind: 'unknown' } : { kind: 'grammar', id }
}

const nameById = new Map(bundledLanguagesInfo.map(({ id, name }) => [id, name]))

/** How the language is called for a reader: `Python` for `py`. Empty for plain text. */
export function languageLabel(name: string): string {
  const language = resolveLanguage(name)
  if (language.kind === 'plain') return ''
  return language.kind === 'unknown' ? name : (nameById.get(language.id) ?? name)
}
