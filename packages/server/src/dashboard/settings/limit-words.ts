import type { LimitName } from '../../core/limits/limits.ts'
import { formatCount, formatMany } from '../view/numbers.ts'

interface Words {
  what: string
  format: (value: number) => string
}

const aMinute = (value: number) => `${formatCount(value)} a minute`
const anHour = (value: number) => `${formatCount(value)} an hour`
const days = (never: string) => (value: number) => (value === 0 ? never : `after ${formatMany(value, 'day')}`)

/** Each limit in words, with its unit. */
export const limitWords: Record<LimitName, Words> = {
  requestsPerMinute: { what: 'Requests of one key', format: aMinute },
  exportStartsPerHour: { what: 'Exports started', format: anHour },
  keyCreationsPerHour: { what: 'Keys created', format: anHour },
  agentCreatesPerHour: { what: 'Agent jobs started in one project', format: anHour },
  agentMessagesPerHour: { what: 'Messages to agent jobs of one project', format: anHour },
  activeAgentJobs: { what: 'Agent jobs at work', format: (value) => `${formatCount(value)} at a time` },
  editArchiveDays: { what: 'Ended agent jobs are archived', format: days('never by themselves') },
  retentionDays: { what: 'Files of exports are deleted', format: days('never') },
  bodyBytes: { what: 'Body of a request', format: formatBinary },
  sitePages: { what: 'Pages of one site', format: formatCount },
  repositoryBytes: { what: 'Source repository', format: formatBinary },
  fileBytes: { what: 'One file of the source', format: formatBinary },
  editTokens: { what: 'Tokens of one turn of an agent job', format: formatCount },
  editSteps: { what: 'Steps of one turn', format: formatCount },
  editMinutes: { what: "Model's time of one turn", format: (value) => `${formatCount(value)} min` },
  editChangedLines: { what: 'Changed lines of one turn', format: formatCount },
}

/** These limits are powers of two: 64 KiB, not 65.5 KB. */
function formatBinary(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${formatCount(Math.round((bytes / 1024 ** step) * 10) / 10)} ${units[step]}`
}
