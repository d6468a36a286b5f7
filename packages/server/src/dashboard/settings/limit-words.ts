import type { LimitName } from '../../core/limits/limits.ts'
import { sayCount, sayMany } from '../view/numbers.ts'

interface Words {
  what: string
  say: (value: number) => string
}

const aMinute = (value: number) => `${sayCount(value)} a minute`
const anHour = (value: number) => `${sayCount(value)} an hour`
const days = (never: string) => (value: number) => (value === 0 ? never : `after ${sayMany(value, 'day')}`)

/** Each limit in words, with its unit. */
export const limitWords: Record<LimitName, Words> = {
  requestsPerMinute: { what: 'Requests of one key', say: aMinute },
  exportStartsPerHour: { what: 'Exports started', say: anHour },
  keyCreationsPerHour: { what: 'Keys created', say: anHour },
  agentCreatesPerHour: { what: 'Edits started in one project', say: anHour },
  agentMessagesPerHour: { what: 'Messages to edits of one project', say: anHour },
  activeAgentJobs: { what: 'Edits at work', say: (value) => `${sayCount(value)} at a time` },
  editArchiveDays: { what: 'Ended edits are archived', say: days('never by themselves') },
  retentionDays: { what: 'Files of exports are deleted', say: days('never') },
  bodyBytes: { what: 'Body of a request', say: sayBinary },
  sitePages: { what: 'Pages of one site', say: sayCount },
  repositoryBytes: { what: 'Source repository', say: sayBinary },
  fileBytes: { what: 'One file of the source', say: sayBinary },
  editTokens: { what: 'Tokens of one turn of an edit', say: sayCount },
  editSteps: { what: 'Steps of one turn', say: sayCount },
  editMinutes: { what: "Model's time of one turn", say: (value) => `${sayCount(value)} min` },
  editChangedLines: { what: 'Changed lines of one turn', say: sayCount },
}

/** These limits are powers of two: 64 KiB, not 65.5 KB. */
function sayBinary(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${sayCount(Math.round((bytes / 1024 ** step) * 10) / 10)} ${units[step]}`
}
