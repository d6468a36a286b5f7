/** What MDX would take for more than text. */
export function escapeCell(text: string): string {
  return text.replace(/[<{|]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}

export function writeTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `${[line(headers), `|${headers.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`
}

export function writeFrontMatter(title: string, description: string, more: readonly string[] = []): string {
  return ['---', `title: ${title}`, `description: ${description}`, ...more, '---', '', ''].join('\n')
}

/** Fails where a table of meanings and the code name different things. */
export function expectSameNames(what: string, inCode: Iterable<string>, described: Iterable<string>): void {
  const [code, table] = [new Set(inCode), new Set(described)]
  const missing = [...code].filter((name) => !table.has(name))
  const extra = [...table].filter((name) => !code.has(name))
  if (missing.length + extra.length > 0)
    throw new Error(`${what}: describe ${missing.join(', ') || 'nothing'}; remove ${extra.join(', ') || 'nothing'}.`)
}
