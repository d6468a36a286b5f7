/** The forms in which a secret may turn up: as it is, escaped, in hexadecimal, and in base64 at any place of a text. */
export function listDisguises(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => encodeBehind(bytes, shift))
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(forms)]
}

/** The characters that stand for these bytes alone when so many others precede them. */
function encodeBehind(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  const whole = Math.floor(((shift + bytes.length) * 8) / 6)
  return text.slice(Math.ceil((shift * 8) / 6), whole)
}
