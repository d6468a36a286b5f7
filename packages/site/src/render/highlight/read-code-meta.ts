/** What an author says about a code block after its language. */
export interface CodeMeta {
  title?: string
  icon?: string
  hasLineNumbers: boolean
  isWrapped: boolean
  isExpandable: boolean
  /** No button that copies it. */
  isNotCopied: boolean
  highlighted: ReadonlySet<number>
  focused: ReadonlySet<number>
  /** Names of options that are not ours. */
  others: string[]
}

const token = /([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\}|(\S+))|\{([\d\s,-]+)\}|\[([\w-]+)\]|"([^"]*)"|(\S+)/g

/**
 * `title="a.py" lines {1,3-5} highlight={7} wrap`: known words and pairs are settings, words that are left over are
 * the title, as in ```` ```js server.js lines ````. Unknown pairs (`test="skip"`) are for other tools, and are named.
 */
export function readCodeMeta(meta: string): CodeMeta {
  const words: string[] = []
  const settings = new Map<string, string>()
  for (const match of meta.matchAll(token)) {
    const [, name, double, single, braced, bare, lines, bracketed, quoted, word] = match
    if (name !== undefined) settings.set(name, double ?? single ?? braced ?? bare ?? '')
    else if (lines !== undefined) settings.set('highlight', lines)
    else if (flags.has(bracketed ?? word ?? '')) settings.set(bracketed ?? word ?? '', 'true')
    else words.push(bracketed ?? quoted ?? word ?? '')
  }
  return metaOf(settings, words.join(' '))
}

const flags = new Set(['lines', 'showLineNumbers', 'wrap', 'expandable', 'copy', 'nocopy', 'twoslash'])
const known = new Set(
  'title filename icon lines showLineNumbers wrap expandable highlight focus copy nocopy'.split(' '),
)

function metaOf(settings: ReadonlyMap<string, string>, words: string): CodeMeta {
  const isOn = (name: string) => settings.has(name) && settings.get(name) !== 'false'
  const title = settings.get('title') ?? settings.get('filename') ?? words
  const icon = settings.get('icon')
  return {
    ...(title !== '' && { title }),
    ...(icon && { icon }),
    hasLineNumbers: isOn('lines') || isOn('showLineNumbers'),
    isWrapped: isOn('wrap'),
    isExpandable: isOn('expandable'),
    isNotCopied: isOn('nocopy') || settings.get('copy') === 'false',
    highlighted: readLineNumbers(settings.get('highlight') ?? ''),
    focused: readLineNumbers(settings.get('focus') ?? ''),
    others: [...settings.keys()].filter((name) => !known.has(name)),
  }
}

/** Past this a list of lines is a mistake or an attack. */
const maxLine = 20_000

/** `1,3-5` (brackets and spaces allowed) as the numbers it means. */
export function readLineNumbers(list: string): ReadonlySet<number> {
  const numbers = new Set<number>()
  for (const [, first = '', last = first] of list.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
    for (let line = Number(first); line <= Math.min(Number(last), maxLine); line++) numbers.add(line)
  }
  return numbers
}
