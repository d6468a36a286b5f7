import { Refusal } from '../tree/tree.ts'

/** Refuses names that a disk or a tool would read as others, and those that mean something to a host or an agent. */
export function expectPlainNames(path: string, inDocs: string): void {
  for (const part of path.split('/')) {
    if (isOddlySpelled(part))
      throw new Refusal(
        `${path} cannot be used: a name holds no colon, no invisible character, no ~ before a digit, and no dot or space at its end.`,
      )
  }
  for (const part of inDocs.split('/').map(foldName)) {
    if (part.startsWith('.'))
      throw new Refusal(`${path} is hidden: files and folders that begin with a dot are left alone.`)
    if (reservedFolders.has(part)) throw new Refusal(`${path} is not documentation: ${part} is read by other programs.`)
  }
  const name = foldName(inDocs.slice(inDocs.lastIndexOf('/') + 1))
  if (instructions.test(name) || templates.test(name))
    throw new Refusal(`${path} cannot be changed: agents or the git host take their instructions from it.`)
}

/** Streams and short names of NTFS, and what one file system or another drops from a name. */
function isOddlySpelled(part: string): boolean {
  return /[:\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\ufffd]|~\d|[. ]$|^\s|\s$/u.test(part)
}

/** As the most lenient of them compares names: in any case, width or compatible form. */
export function foldName(part: string): string {
  return part.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}

const reservedFolders = new Set([
  'node_modules',
  'bower_components',
  '__tests__',
  '__mocks__',
  '__snapshots__',
  'issue_template',
  'pull_request_template',
  'merge_request_templates',
  'discussion_template',
])

// Of agents that work on a repository. As pages of a site (`agents.mdx`) the words are free.
const instructions =
  /^(agents?|claude|gemini|qwen|warp|crush|copilot-instructions|skill|rules)(\.(local|override))?\.md$|\.(instructions|prompt|agent|chatmode|rules)\.mdx?$/
const templates = /^(issue|pull_request|merge_request)_template\.mdx?$/
