import { styleText } from 'node:util'
import { plainText } from './plain-text.ts'

/** Aligned under a header on a terminal. In a pipe: tabs between the cells, no header, so that `cut -f 1` takes a column. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(plainText))
  const lines = process.stdout.isTTY ? align([header, ...cells]) : cells.map((row) => row.join('\t'))
  const [first = '', ...rest] = lines
  const isHeader = process.stdout.isTTY === true
  const text = [isHeader ? styleText('bold', first) : first, ...rest].join('\n')
  if (lines.length > 0) process.stdout.write(`${text}\n`)
}

/** One thing: a line for each of its facts. */
export function printFacts(facts: Record<string, string | number | null | undefined>): void {
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, plainText(String(value))]],
  )
  const lines = process.stdout.isTTY ? align(rows) : rows.map((row) => row.join('\t'))
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** A program's form of the result, on one line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
