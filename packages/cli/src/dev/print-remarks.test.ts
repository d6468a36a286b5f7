import type { PageFacts } from '@bindery/site'
import { expect, test } from 'vitest'
import { RemarkPrinter } from './print-remarks.ts'
import type { Remark } from './show-page.ts'

function remark(line: number): Remark {
  return { severity: 'warning', file: 'a.mdx', line, column: 1, message: 'Wrong.' }
}

test('what was told is not told again, and the end of it is', () => {
  const lines: string[] = []
  const printer = new RemarkPrinter((text) => lines.push(text))
  printer.showRemarks('a.mdx', [remark(1)])
  printer.showRemarks('a.mdx', [remark(1), remark(2)])
  printer.showRemarks('a.mdx', [])
  printer.showRemarks('a.mdx', [])
  expect(lines).toEqual([
    'warning a.mdx:1:1: Wrong.\n',
    'warning a.mdx:2:1: Wrong.\n',
    'a.mdx: nothing is wrong any more.\n',
  ])
})

test('one page with one finding is not many', () => {
  const lines: string[] = []
  const facts = [{ diagnostics: [{}] }] as unknown as PageFacts[]
  new RemarkPrinter((text) => lines.push(text)).showWhole(facts)
  expect(lines).toEqual(['1 page rendered: 0 cannot be shown, 1 finding. See /_bindery/report.html.\n'])
})

test('a page with a hundred faults does not fill the terminal', () => {
  const lines: string[] = []
  const faults = Array.from({ length: 100 }, (_, index) => remark(index + 1))
  new RemarkPrinter((text) => lines.push(text)).showRemarks('a.mdx', faults)
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toContain('and 90 more')
})
