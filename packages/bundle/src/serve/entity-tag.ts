interface Digested {
  sha256: string
}

/** Another encoding is another representation, and must not be continued with bytes of this one. */
export function tagOf({ sha256 }: Digested, encoding = 'identity'): string {
  return encoding === 'identity' ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${encoding}"`
}

/** Our tags begin with the digest, whatever the encoding: a reader who has the content in any form has it. */
export function isKnown(ifNoneMatch: string | undefined, file: Digested): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(tagOf(file).slice(0, -1)))
}

/** Continues only what is the same to the byte; dates are not told, so they cannot be right. */
export function isStill(ifRange: string | string[] | undefined, file: Digested): boolean {
  return ifRange === undefined || ifRange === tagOf(file)
}
