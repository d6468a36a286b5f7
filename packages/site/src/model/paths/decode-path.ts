/** A part of an address as its author meant it; what is not percent-encoded well stays as it is. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
