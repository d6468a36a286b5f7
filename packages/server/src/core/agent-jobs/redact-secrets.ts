import { replaceText } from '@bindery/agent'
import { isPlaceholder, secretPatterns } from '../secrets/secret-patterns.ts'

const mark = '[redacted]'

// A key in PEM goes as a whole, also when its end was cut off; the pattern of the scanner stops at its first line.
const privateKey =
  /-----BEGIN (?:[A-Z0-9]{1,40} )?PRIVATE KEY-----.*?(?:-----END (?:[A-Z0-9]{1,40} )?PRIVATE KEY-----|$)/gs
const ownKey = /bnd_[0-9A-Za-z]{36}/g
const others = new RegExp(secretPatterns.map(({ source }) => source).join('|'), 'g')

/**
 * A JSON value without secrets: keys of this service and other services' by their forms, and `known` ones wherever they
 * stand. Examples that documentation shows stay. NUL and half characters, which no table takes, are replaced too.
 */
export function redactSecrets<Value>(value: Value, known: readonly string[] = []): Value {
  return redact(value, known) as Value
}

function redact(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, known)
  if (Array.isArray(value)) return value.map((item) => redact(item, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactText(name, known), redact(member, known)]),
  )
}

function redactText(text: string, known: readonly string[]): string {
  const storable = text.toWellFormed().replaceAll('\0', '\ufffd')
  const withoutKnown = known
    .filter((secret) => secret !== '')
    .reduce((left, secret) => replaceText(left, secret, mark), storable)
  return withoutKnown
    .replace(privateKey, mark)
    .replace(ownKey, mark)
    .replace(others, (found) => (isPlaceholder(found) ? found : mark))
}
