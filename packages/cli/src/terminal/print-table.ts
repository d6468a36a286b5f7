import { styleText } from 'node:util'
import { plainText } from './plain-text.ts'

type Row = readonly string[]

/** Aligned under a header on a terminal. In a pipe: tabs between the cells, no header, so that `cut -f 1` takes a column. */
export function printTable(header: Row, rows: readonly Row[]): void {
  const cells = rows.map((row) => row.map(plainText))
  printLines(process.stdout.isTTY ? formatColumns(header, cells) : cells.map((row) => row.join('\t')))
}

function formatColumns(header: Row, cells: readonly Row[]): string[] {
  const [first = [], ...rest] = align([header, ...cells])
  const status = header.indexOf('STATUS')
  return [
    styleText('bold', join(first)),
    ...rest.map((row) => join(row.map((cell, column) => (column === status ? colorStatus(cell) : cell)))),
  ]
}

/** One thing: a line for each of its facts. */
export function printFacts(facts: Record<string, string | number | null | undefined>): void {
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, plainText(String(value))]],
  )
  printLines(process.stdout.isTTY ? align(rows).map(join) : rows.map((row) => row.join('\t')))
}

/** A program's form of the result, on one line. */
export function printJson(value: unknown): void {
  printLines([JSON.stringify(value)])
}

function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

function align(rows: readonly Row[]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
}

function join(row: Row): string {
  return row.join('  ').trimEnd()
}

const colors: Record<string, 'green' | 'red' | 'yellow'> = {
  completed: 'green',
  failed: 'red',
  running: 'yellow',
  active: 'yellow',
}

function colorStatus(cell: string): string {
  const color = colors[cell.trim()]
  return color ? styleText(color, cell) : cell
}
