import { resolveImport, resolveSnippet } from '../../../page/interpret/modules/resolve-import.ts'

const named = /(?<![\w$])(?:from|import|file)\s*=?\s*\{?\s*(["'`])([^"'`\n]{0,500})\1/g
// Between the word and its file may stand a comment, and a file may be computed.
const hidden = /(?<![\w$])(?:from|import)\s*\/[/*]|<Snippet(?![^>]{0,500}\sfile\s*=\s*\{?\s*["'`])/

/** Every path that a text may import, by the rules of the interpreter; undefined where only those could tell. */
export function listImports(text: string, file: string): string[] | undefined {
  if (hidden.test(text)) return undefined
  const paths = new Set<string>()
  for (const [, , name = ''] of text.matchAll(named)) {
    if (/[\\{&]/.test(name)) return undefined
    for (const path of [...resolveImport(name, file), ...resolveSnippet(name, file)]) paths.add(path)
  }
  return [...paths]
}
