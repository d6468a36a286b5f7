const opening = /^[\s\uFEFF\uFFFD]*(?:-{3,}|\+{3})/
const ending = /[\n\r](?:-{3,}|\+{3})[ \t]*(?:[\n\r]|$)/
const access = /\b(?:groups|public|ispublic)\b["']?\s*[:=]/i

/**
 * Whether what stands at the head of a page, and cannot be read as front matter, says who may read it: with a mistake in
 * it, in another notation, without its last line, or after an empty one.
 */
export function mentionsAccess(source: string): boolean {
  // In a file of two bytes a character every other one is zero.
  const text = source.replaceAll('\u0000', '')
  const start = opening.exec(text)
  if (!start) return false
  const rest = text.slice(start[0].length)
  const end = ending.exec(rest)
  return access.test(end ? rest.slice(0, end.index) : rest)
}
