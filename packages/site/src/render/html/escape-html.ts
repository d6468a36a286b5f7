const unsafeInText = /[&<>]/
const unsafeInAttribute = /[&<>"]/

/** Most text needs no escaping: one test is twice as fast as three replacements that find nothing. */
export function escapeText(text: string): string {
  if (!unsafeInText.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  if (!unsafeInAttribute.test(text)) return text
  return escapeText(text).replaceAll('"', '&quot;')
}
