import { InvalidArgumentError } from 'commander'
import { type ExpiryDays, expiryDays } from '../core/keys/create-key.ts'

export function parseWholeNumber(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('It must be a whole number.')
}

/** Commander takes null for a missing value, hence a word for it. */
export type ExpiryOption = NonNullable<ExpiryDays> | 'never'

export function parseExpiry(text: string): ExpiryOption {
  if (text === 'never') return text
  const days = expiryDays.find((choice) => String(choice) === text)
  if (days) return days
  throw new InvalidArgumentError(`It must be one of ${expiryDays.join(', ')} (days), or never.`)
}

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

export function parseSeconds(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (units[unit] ?? Number.NaN)
  if (seconds >= 0) return seconds
  throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.')
}

export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), ...value.split(',')]
}

export function toDays(expires: ExpiryOption): ExpiryDays {
  return expires === 'never' ? null : expires
}
