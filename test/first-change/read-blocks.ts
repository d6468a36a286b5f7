export interface Block {
  /** `sh` is run, `diff` changes a file, anything else is a new one. */
  language: string
  path: string
  text: string
}

/** The fenced blocks below a heading that begins so, without the spaces that a list gives them. */
export function readBlocks(markdown: string, heading: string): Block[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(heading))
  if (!section) throw new Error(`There is no heading "${heading}".`)
  return [...section.matchAll(/^( *)```(\w+) ?(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', path = '', text = '']) => ({
      language,
      path,
      text: text
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
    }),
  )
}
