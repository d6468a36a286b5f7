import { type Advice, formatAdvice, type PageFacts } from '@bindery/site'
import { formatMany } from '../terminal/format.ts'
import type { Remark } from './show-page.ts'

// A terminal is no place for a thousand lines.
const shownAtOnce = 10

/** Tells the terminal what is wrong as it changes: nothing twice, and a word when all is well again. */
export class RemarkPrinter {
  readonly #printed = new Map<string, Set<string>>()
  #whole = ''
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  print(line: string): void {
    this.#write(`${line}\n`)
  }

  showRemarks(about: string, remarks: Remark[]): void {
    const lines = remarks.map(({ severity, file, line, column, message }) => {
      return `${severity} ${file}:${line}:${column}: ${message}`
    })
    this.#show(about, lines)
  }

  showAdvice(advice: Advice[]): void {
    this.#show(
      'docs.json',
      advice.map((one) => `advice ${formatAdvice(one)}`),
    )
  }

  /** Of all pages only the sums: a large site has thousands of remarks, and the report has them in order. */
  showWhole(facts: PageFacts[]): void {
    const failed = facts.filter(({ failure }) => failure).length
    const remarks = facts.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0)
    const line = `${formatMany(facts.length, 'page')} rendered: ${failed} cannot be shown, ${formatMany(remarks, 'finding')}. See /_bindery/report.html.`
    if (line !== this.#whole) this.print(line)
    this.#whole = line
  }

  #show(about: string, lines: string[]): void {
    const printed = this.#printed.get(about) ?? new Set()
    const news = [...new Set(lines)].filter((line) => !printed.has(line))
    for (const line of news.slice(0, shownAtOnce)) this.print(line)
    if (news.length > shownAtOnce) this.print(`  and ${news.length - shownAtOnce} more, in /_bindery/report.html`)
    if (printed.size > 0 && lines.length === 0) this.print(`${about}: nothing is wrong any more.`)
    this.#printed.set(about, new Set(lines))
  }
}
