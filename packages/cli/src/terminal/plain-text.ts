/** Text of others without what would move a cursor, change a title or begin another line. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
