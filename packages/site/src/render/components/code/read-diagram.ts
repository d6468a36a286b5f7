/** What is known of a diagram from its text. */
export interface Diagram {
  /** Why it stays text; undefined if the reader's browser may try to render it. */
  undrawn?: string
  /** Addresses to which its shapes lead, as the author wrote them. */
  links: string[]
  /** Lines of a sequence, whose drawing is as high as its text is long; that of other kinds nobody can foretell. */
  steps?: number
}

/** Kinds that the small build of Mermaid leaves out, or that were always another package. */
const unsupported = new Set(['mindmap', 'architecture', 'architecture-beta', 'zenuml'])
/** `click A href "/x"` and `click A "/x"`; a call of script has no quotes here and is never bound. */
const clicked = /\bclick\s+[^\s"]+\s+(?:href\s+)?"([^"\n]+)"/g
/** With these a style asks for a file, and already while Mermaid lays the diagram out, before its drawing is filtered. */
const loading = /\b(?:url|image-set|cross-fade)\s*\(|@import/i
const styling = /\b(?:style|classDef|linkStyle)\b[^\n]*/g
/** Letters of a style may be written as escapes; `\n` is the break of a line in a label, and no escape for another. */
const escaped = /\\(?!n)/

export function readDiagram(source: string): Diagram {
  const links = [...source.matchAll(clicked)].map(([, address = '']) => address)
  const kind = readKind(source)
  const undrawn = findHindrance(kind, source)
  if (undrawn !== undefined) return { links, undrawn }
  return kind === 'sequenceDiagram' ? { links, steps: source.trim().split(/\n\s*/).length } : { links }
}

function findHindrance(kind: string, source: string): string | undefined {
  if (unsupported.has(kind)) return `Diagrams of the kind "${kind}" cannot be drawn, so this one is shown as text.`
  if (loading.test(source) || source.match(styling)?.some((style) => escaped.test(style)))
    return 'The diagram names a file in a style, so it is shown as text. Use plain colors and lines.'
  return undefined
}

/** The first word after front matter, directives and comments. */
function readKind(source: string): string {
  let closing: string | undefined
  for (const [at, line] of source
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .entries()) {
    if (closing !== undefined) {
      if (line.endsWith(closing)) closing = undefined
    } else if (at === 0 && line === '---') closing = '---'
    else if (line.startsWith('%%{')) closing = line.endsWith('}%%') ? undefined : '}%%'
    else if (line !== '' && !line.startsWith('%%')) return /^[\w-]+/.exec(line)?.[0] ?? ''
  }
  return ''
}
