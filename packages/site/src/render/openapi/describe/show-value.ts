/** A value of a description as one line of text; long ones are cut. */
export function showValue(value: unknown, longest = 200): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
