import { expect, test } from 'vitest'
import { csvLine } from './write-csv.ts'

test('cells are quoted where they must be, and lines end as the standard says', () => {
  expect(csvLine(['a', 'b, c', 'd "e"', 'f\ng', null])).toBe('a,"b, c","d ""e""","f\ng",\r\n')
})

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('%j is no formula', (cell) => {
  expect(csvLine([cell])).toMatch(/^"?'/)
})

test('a formula stays defused where it is quoted too', () => {
  expect(csvLine(['=HYPERLINK("x","y")'])).toBe(`"'=HYPERLINK(""x"",""y"")"\r\n`)
})
