/** The text between two tags as React reads it: line breaks and the spaces around them go, lines are joined by one space. */
export function cleanText(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split(/\r?\n/)
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? start : start.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
}
