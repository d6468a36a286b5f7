import type { LimitName } from '../../core/limits/limits.ts'
import { formatCount, formatMany } from '../view/numbers.ts'

interface Words {
  what: string
  format: (value: number) => string
}

const aMinute = (value: number) => `${formatCount(value)} per minute`
const anHour = (value: number) => `${formatCount(value)} per hour`
const aMonth = (value: number) => (value === 0 ? 'no limit' : `${formatCount(value)} per month`)
const days = (never: string) => (value: number) => (value === 0 ? never : `after ${formatMany(value, 'day')}`)

/** Each limit in words, with its unit. */
export const limitWords: Record<LimitName, Words> = {
  requestsPerMinute: { what: 'Requests per key', format: aMinute },
  exportStartsPerHour: { what: 'Exports started', format: anHour },
  keyCreationsPerHour: { what: 'Keys created', format: anHour },
  deltasPerHour: { what: 'Deltas made', format: anHour },
  agentCreatesPerHour: { what: 'Agent jobs started per project', format: anHour },
  agentMessagesPerHour: { what: 'Messages to agent jobs per project', format: anHour },
  activeAgentJobs: { what: 'Active agent jobs', format: (value) => `${formatCount(value)} at a time` },
  editArchiveDays: { what: 'Ended agent jobs are archived', format: days('never automatically') },
  retentionDays: { what: 'Files of exports are deleted', format: days('never') },
  bodyBytes: { what: 'Request body', format: formatBinary },
  sitePages: { what: 'Pages per site', format: formatCount },
  repositoryBytes: { what: 'Size of the source repository', format: formatBinary },
  fileBytes: { what: 'Size of one source file', format: formatBinary },
  editTokens: { what: 'Tokens per turn of an agent job', format: formatCount },
  editSteps: { what: 'Steps per turn', format: formatCount },
  editMinutes: { what: 'Model time per turn', format: (value) => `${formatCount(value)} min` },
  editChangedLines: { what: 'Changed lines per turn', format: formatCount },
  agentTokensPerMonth: { what: 'Tokens of agent jobs', format: aMonth },
  agentCostPerMonth: { what: 'Cost of agent jobs', format: aMonth },
}

/** These limits are powers of two: 64 KiB, not 65.5 KB. */
function formatBinary(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${formatCount(Math.round((bytes / 1024 ** step) * 10) / 10)} ${units[step]}`
}
