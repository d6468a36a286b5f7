import type { CommandResult } from './admin-deps.ts'

/** For people: one line for each field, or a table. For scripts: JSON. */
export function formatResult(answer: CommandResult, json: boolean): string {
  if (json) return JSON.stringify(answer, null, 2)
  return Array.isArray(answer) ? formatTable(answer) : formatFields(answer)
}

function formatFields(answer: object): string {
  const entries = Object.entries(answer)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`).join('\n')
}

function formatTable(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return 'There are none.'
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => formatValue((row as Record<string, unknown>)[name])))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [names, ...cells].map(line).join('\n')
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(',') || '-'
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${name}=${part}`)
        .join(',') || '-'
    )
  return String(value)
}
