/**
 * A page for programs: its title, its description, and its text as the author wrote it, without the lines that only
 * the site needs.
 */
export function pageMarkdown(source: string, title: string, description?: string): string {
  const body = withoutModules(source.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, ''))
  const lead = description ? `> ${description.replace(/\s+/g, ' ').trim()}\n\n` : ''
  return `# ${title}\n\n${lead}${body.trim()}\n`
}

/** Leaves out `import` and `export` blocks, which end with a blank line; inside a fence they are what is shown. */
function withoutModules(body: string): string {
  const lines: string[] = []
  let fence: string | undefined
  let inModule = false
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    if (fence === undefined && /^(?:import|export)\s/.test(line)) inModule = true
    else if (line.trim() === '') inModule = false
    if (!inModule) lines.push(line)
  }
  return lines.join('\n')
}
