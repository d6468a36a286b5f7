import type { LimitName } from '../../core/limits/limits.ts'
import { formatCount, formatMany } from '../view/numbers.ts'

interface LimitWords {
  what: string
  /** What stands behind the number. Bytes are shown and entered in the unit that fits. */
  unit: string
  /** Shown as “after 30 days”. */
  isAge?: true
  /** The number is an amount in the operator's currency. */
  isCost?: true
  /** What 0 means, where it is not the number. */
  zero?: string
  min: number
}

const [aMinute, anHour, aMonth, bytes] = ['per minute', 'per hour', 'per month', 'bytes'] as const

/** Each limit in words, with its unit. */
export const limitWords: Record<LimitName, LimitWords> = {
  requestsPerMinute: { what: 'Requests per key', unit: aMinute, min: 1 },
  exportStartsPerHour: { what: 'Exports started', unit: anHour, min: 0 },
  keyCreationsPerHour: { what: 'Keys created', unit: anHour, min: 0 },
  deltasPerHour: { what: 'Deltas made', unit: anHour, min: 0 },
  agentCreatesPerHour: { what: 'Agent jobs started per project', unit: anHour, min: 0 },
  agentMessagesPerHour: { what: 'Messages to agent jobs per project', unit: anHour, min: 0 },
  activeAgentJobs: { what: 'Active agent jobs', unit: 'at a time', min: 0 },
  domains: { what: 'Domains', unit: 'domains', min: 0 },
  projects: { what: 'Projects', unit: 'projects', min: 0 },
  agentJobArchiveDays: {
    what: 'Ended agent jobs are archived',
    unit: 'days',
    isAge: true,
    zero: 'never automatically',
    min: 0,
  },
  retentionDays: { what: 'Files of exports are deleted', unit: 'days', isAge: true, zero: 'never', min: 0 },
  bodyBytes: { what: 'Request body', unit: bytes, min: 1024 },
  sitePages: { what: 'Pages per site', unit: 'pages', min: 1 },
  repositoryBytes: { what: 'Size of the source repository', unit: bytes, min: 1024 },
  fileBytes: { what: 'Size of one source file', unit: bytes, min: 1024 },
  agentJobTokens: { what: 'Tokens per turn of an agent job', unit: 'tokens', min: 1 },
  agentJobSteps: { what: 'Steps per turn', unit: 'steps', min: 1 },
  agentJobMinutes: { what: 'Model time per turn', unit: 'minutes', min: 1 },
  agentJobChangedLines: { what: 'Changed lines per turn', unit: 'lines', min: 1 },
  agentTokensPerMonth: { what: 'Tokens of agent jobs', unit: aMonth, zero: 'no limit', min: 0 },
  agentCostPerMonth: { what: 'Cost of agent jobs', unit: aMonth, isCost: true, zero: 'no limit', min: 0 },
}

/** `60 per hour`, `2 GiB`, `10 EUR per month`, `no limit`. */
export function formatLimit(name: LimitName, value: number, currency: string): string {
  const { zero, isAge } = limitWords[name]
  const unit = unitOf(name, currency)
  if (value === 0 && zero !== undefined) return zero
  if (isAge) return `after ${formatMany(value, 'day')}`
  if (unit !== bytes) return `${formatCount(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`
  const entered = splitBytes(value)
  return `${formatCount(Math.round(entered.number * 10) / 10)} ${entered.unit}`
}

/** The number of a form field, with its unit. */
export interface EnteredLimit {
  number: number
  unit: string
}

// Powers of two: 64 KiB, not 65.5 KB.
const byteUnits: readonly { unit: string; bytes: number }[] = ['KiB', 'MiB', 'GiB', 'TiB'].map((unit, at) => ({
  unit,
  bytes: 1024 ** (at + 1),
}))

function unitOf(name: LimitName, currency: string): string {
  const { unit, isCost } = limitWords[name]
  return isCost ? `${currency} ${unit}` : unit
}

/** The units in which a limit may be entered. */
export function unitsOf(name: LimitName, currency: string): readonly string[] {
  const unit = unitOf(name, currency)
  return unit === bytes ? byteUnits.map((one) => one.unit) : [unit]
}

export function enterLimit(name: LimitName, value: number, currency: string): EnteredLimit {
  const unit = unitOf(name, currency)
  return unit === bytes ? splitBytes(value) : { number: value, unit }
}

/** In the largest unit of which there is at least one. */
function splitBytes(value: number): EnteredLimit {
  const chosen = byteUnits.findLast((one) => value >= one.bytes) ?? { unit: 'KiB', bytes: 1024 }
  return { number: value / chosen.bytes, unit: chosen.unit }
}

/** The stored value of what was entered; a message if it cannot be a limit. */
export function readLimit(
  name: LimitName,
  { number, unit, currency }: { number: string; unit: string; currency: string },
): { value: number } | { refusal: string } {
  const { what, min } = limitWords[name]
  const factor = limitWords[name].unit === bytes ? byteUnits.find((one) => one.unit === unit)?.bytes : 1
  if (factor === undefined) return { refusal: `Choose one of these units: ${unitsOf(name, currency).join(', ')}.` }
  const value = Math.round(Number(number) * factor)
  const isNumber = factor === 1 ? /^\d+$/.test(number) : /^\d+(\.\d+)?$/.test(number)
  if (isNumber && Number.isSafeInteger(value) && value >= min) return { value }
  const form = factor === 1 ? 'a whole number' : 'a number'
  return {
    refusal: `${what}: enter ${form}, at least ${formatLimit(name, min, currency)}. “${number} ${unit}” is not possible.`,
  }
}
