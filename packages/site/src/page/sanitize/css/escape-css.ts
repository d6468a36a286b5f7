/** A text as a style sheet writes it; without a sign that could end the sheet where it stands in a page. */
export function escapeString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters that a sheet cannot hold as they are
  return `"${text.replace(/["\\<\u0000-\u001f\u007f]/g, escapeCharacter)}"`
}

/** A name as a style sheet writes it; `isHash` for what stands behind a `#`, which may begin with a digit. */
export function escapeName(name: string, isHash = false): string {
  const text = name.replace(/[^-\w\u0080-\u{10ffff}]/gu, escapeSign)
  if (isHash) return text
  if (text === '-') return '\\-'
  return text.replace(/^-?\d/, (start) => start.slice(0, -1) + escapeCharacter(start.slice(-1)))
}

function escapeSign(sign: string): string {
  return sign < ' ' || sign === '<' || sign === '\u007f' ? escapeCharacter(sign) : `\\${sign}`
}

function escapeCharacter(sign: string): string {
  return `\\${sign.codePointAt(0)?.toString(16)} `
}
