const opening = /^[\s\uFEFF\uFFFD]*(?:-{3,}|\+{3})/
const ending = /[\n\r](?:-{3,}|\+{3})[ \t]*(?:[\n\r]|$)/
const access = /\b(?:groups|public|ispublic)\b["']?\s*[:=]/i
const operation = /[\n\r][ \t]*["']?(openapi|asyncapi)["']?[ \t]*[:=][ \t]*["']?([^"'\n\r]+)/i

/**
 * What a page means to say at its head, where that cannot be read as front matter: it has a mistake in it, another
 * notation, no last line, or an empty one before it. If it says who may read the page, it says that no group may, and
 * the operation or channel that it names has no other page.
 */
export function guessFrontMatter(source: string): Record<string, unknown> {
  // In a file of two bytes a character every other one is zero.
  const text = source.replaceAll('\u0000', '')
  const start = opening.exec(text)
  if (!start) return {}
  const rest = text.slice(start[0].length)
  const block = rest.slice(0, ending.exec(rest)?.index)
  if (!access.test(block)) return {}
  const [, language = '', named] = operation.exec(block) ?? []
  return { groups: null, ...(named !== undefined && { [language.toLowerCase()]: named.trim() }) }
}
